import type { ComponentChildren } from 'preact';

/** A sentence that stands beside what it speaks of; an alert is also read out at once. */
export function Notice(props: {
  tone: 'info' | 'warning' | 'error';
  name: string;
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div
      class="notice"
      data-tone={props.tone}
      data-notice={props.name}
      role={props.tone === 'error' ? 'alert' : undefined}
    >
      <p>{props.children}</p>
      {props.action}
    </div>
  );
}

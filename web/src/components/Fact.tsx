import type { ComponentChildren } from 'preact';

/** One line of a list of facts. */
export function Fact(props: { name: string; label: string; children: ComponentChildren }) {
  return (
    <div class="fact" data-fact={props.name}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

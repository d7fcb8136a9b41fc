import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { useApp, useI18n } from './context.ts';

/** The page's heading; takes the focus after navigation, so that a screen reader starts here. */
export function PageTitle({ title, children }: { title: string; children?: ComponentChildren }) {
  const i18n = useI18n();
  const { router } = useApp();
  const heading = useRef<HTMLHeadingElement>(null);
  const appName = i18n.text('app-name');
  useEffect(() => {
    document.title = `${title} · ${appName}`;
  }, [title, appName]);
  // Before anybody sees the page: a little later it would take the focus from whoever types already.
  useLayoutEffect(() => {
    if (router.hasNavigated) heading.current?.focus();
  }, [router]);
  return (
    <h1 ref={heading} tabIndex={-1} class="page-title">
      {children ?? title}
    </h1>
  );
}

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import logo from '../assets/reach.svg';
import { hrefOf } from '../state/router.ts';
import { useI18n } from './context.ts';
import { LocaleSelect } from './LocaleSelect.tsx';

/** What stands around every page. */
export function Frame({ tools, children }: { tools?: ComponentChildren; children: ComponentChildren }) {
  const i18n = useI18n();
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {i18n.text('skip-to-content')}
      </button>
      <header class="bar">
        <div class="bar-inner">
          <a class="brand" href={hrefOf({ page: 'hosts' })}>
            <img src={logo} alt="" width="26" height="26" />
            <span>{i18n.text('app-name')}</span>
          </a>
          <div class="bar-tools">
            {tools}
            <LocalePicker />
          </div>
        </div>
      </header>
      <main ref={main} tabIndex={-1} class="content">
        {children}
      </main>
    </>
  );
}

function LocalePicker() {
  const i18n = useI18n();
  return (
    <label class="compact-select">
      <span class="visually-hidden">{i18n.text('language')}</span>
      <LocaleSelect field="locale" />
    </label>
  );
}

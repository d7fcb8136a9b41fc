import { useRef, useState } from 'preact/hooks';

import { useI18n } from './context.ts';

/** Where a running session is talked to: to copy, and to open if it speaks HTTP. */
export function LocalAddress({ port }: { port: number }) {
  const i18n = useI18n();
  const address = useRef<HTMLElement>(null);
  const [copy, setCopy] = useState<'idle' | 'copied' | 'selected'>('idle');
  const text = `127.0.0.1:${port}`;
  const copyIt = async () => {
    try {
      // Browsers have it only where the page came over HTTPS or from this machine.
      await navigator.clipboard.writeText(text);
      setCopy('copied');
    } catch {
      if (address.current !== null) document.getSelection()?.selectAllChildren(address.current);
      setCopy('selected');
    }
  };
  return (
    <div class="address" data-address={text}>
      <h3>{i18n.text('address-title')}</h3>
      <div class="address-line">
        <code ref={address}>{text}</code>
        <button type="button" class="button" data-action="copy" data-copy={copy} onClick={() => void copyIt()}>
          {i18n.text('address-copy')}
        </button>
        <a class="button" href={`http://${text}/`} target="_blank" rel="noopener noreferrer" data-action="open">
          {i18n.text('address-open')}
        </a>
      </div>
      <p class="help" role="status">
        {copy === 'idle' ? null : i18n.text(copy === 'copied' ? 'address-copied' : 'address-not-copied')}
      </p>
      <p class="help">{i18n.text('address-help')}</p>
    </div>
  );
}

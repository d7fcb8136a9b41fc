import { fingerprintCommand } from '../i18n/words.ts';
import type { HostKey, ShownKey } from '../state/connectionTest.ts';
import { useI18n } from './context.ts';
import { Fact } from './Fact.tsx';
import { Notice } from './Notice.tsx';

/** The key that a host showed; one that has changed beside the one that is trusted so far. */
export function HostKeys({ host, shownKey }: { host: string; shownKey: ShownKey }) {
  const i18n = useI18n();
  switch (shownKey.kind) {
    case 'none':
      return null;
    case 'same':
      return (
        <div class="host-keys" data-key="same">
          <p>{i18n.text('key-same')}</p>
          <dl class="keys">
            <KeyFact name="shown" label={i18n.text('key-shown')} hostKey={shownKey.shown} />
          </dl>
        </div>
      );
    case 'first':
      return (
        <div class="host-keys" data-key="first">
          <p>{i18n.text('key-first', { host })}</p>
          <dl class="keys">
            <KeyFact name="shown" label={i18n.text('key-shown')} hostKey={shownKey.shown} />
          </dl>
          <CompareHelp hostKey={shownKey.shown} />
        </div>
      );
    case 'changed': {
      const wasTrusted = shownKey.pinned.by === 'trust';
      return (
        <div class="host-keys" data-key="changed" data-pinned-by={shownKey.pinned.by}>
          <Notice tone="warning" name="key-changed">
            <strong>{i18n.text(wasTrusted ? 'key-changed-title' : 'key-unexpected-title', { host })}</strong>{' '}
            {i18n.text(wasTrusted ? 'key-changed-warning' : 'key-unexpected-warning')}
          </Notice>
          <dl class="keys">
            <KeyFact
              name="pinned"
              label={i18n.text(wasTrusted ? 'key-pinned' : 'key-entered')}
              hostKey={shownKey.pinned}
            />
            <KeyFact name="shown" label={i18n.text('key-shown')} hostKey={shownKey.shown} />
          </dl>
          <CompareHelp hostKey={shownKey.shown} />
        </div>
      );
    }
  }
}

function KeyFact({ name, label, hostKey }: { name: string; label: string; hostKey: HostKey }) {
  return (
    <Fact name={name} label={label}>
      <code>{hostKey.fingerprint}</code>
      {hostKey.key_algorithm === null ? null : <span class="key-type">{hostKey.key_algorithm}</span>}
    </Fact>
  );
}

function CompareHelp({ hostKey }: { hostKey: HostKey }) {
  const i18n = useI18n();
  return (
    <p class="help">
      {i18n.text('key-compare')} <code>{fingerprintCommand(hostKey.key_algorithm)}</code>
    </p>
  );
}

import { useState } from 'preact/hooks';

import { useApp, useI18n } from '../components/context.ts';
import { PageTitle } from '../components/PageTitle.tsx';
import type { MessageId } from '../i18n/index.ts';
import type { SignInError } from '../state/access.ts';

const WORDS = {
  refused: 'sign-in-refused',
  'too-many': 'sign-in-too-many',
  foreign: 'sign-in-foreign',
  failed: 'sign-in-failed',
  expired: 'sign-in-expired',
} as const satisfies Record<SignInError, MessageId>;

export function SignIn() {
  const i18n = useI18n();
  const { access } = useApp();
  const [token, setToken] = useState('');
  const state = access.state.value;
  const isChecking = state.kind === 'checking';
  const error = state.kind === 'signed-out' ? state.error : null;
  return (
    <section class="sign-in card" data-page="sign-in">
      <PageTitle title={i18n.text('sign-in-title')} />
      <p>{i18n.text('sign-in-help')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void access.signIn(token);
        }}
      >
        <div class="field" data-invalid={error === 'refused'}>
          <label for="token">{i18n.text('sign-in-token')}</label>
          <input
            id="token"
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            required
            value={token}
            aria-invalid={error === 'refused'}
            aria-describedby={error === null ? undefined : 'token-error'}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
          {error === null ? null : (
            <p id="token-error" class="field-error" role="alert" data-error={error}>
              {i18n.text(WORDS[error])}
            </p>
          )}
        </div>
        <button type="submit" class="button primary" disabled={isChecking}>
          {i18n.text(isChecking ? 'sign-in-checking' : 'sign-in-submit')}
        </button>
      </form>
    </section>
  );
}

import { useEffect } from 'preact/hooks';

import alertIcon from '../assets/reach-alert.svg';
import icon from '../assets/reach.svg';
import { STATE_WORDS, reasonWords } from '../i18n/words.ts';
import type { I18n, MessageId } from '../i18n/index.ts';
import { SESSION_STATE_WORDS } from '../i18n/sessionWords.ts';
import type { Announcement, SessionAnnouncement } from '../state/announcer.ts';
import type { LiveState } from '../state/live.ts';
import { useI18n, useWorkspace } from './context.ts';
import { Notice } from './Notice.tsx';

const WORDS = {
  connecting: 'live-connecting',
  live: 'live-on',
  lost: 'live-lost',
  blocked: 'live-blocked',
} as const satisfies Record<LiveState, MessageId>;

export function LiveStatus() {
  const i18n = useI18n();
  const state = useWorkspace().live.state.value;
  return (
    <span class="live" data-live={state}>
      <span class="live-dot" aria-hidden="true" />
      <span class="live-text">{i18n.text(WORDS[state])}</span>
    </span>
  );
}

export function LiveLostNotice() {
  const i18n = useI18n();
  const state = useWorkspace().live.state.value;
  if (state !== 'lost' && state !== 'blocked') return null;
  return (
    <Notice tone="warning" name={`live-${state}`}>
      <strong>{i18n.text(WORDS[state])}</strong>{' '}
      <span>{i18n.text(state === 'lost' ? 'live-lost-detail' : 'live-blocked-detail')}</span>
    </Notice>
  );
}

/** The tab's icon shows whether something is unreachable. */
export function TabIcon() {
  const href = useWorkspace().hasUnreachable.value ? alertIcon : icon;
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', href);
    return () => document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
  }, [href]);
  return null;
}

/** Tells a screen reader what changes, without interrupting it. */
export function LiveRegion() {
  const i18n = useI18n();
  const { current, currentSession } = useWorkspace().announcer;
  const [host, session] = [current.value, currentSession.value];
  return (
    <>
      <div class="visually-hidden" role="status" aria-live="polite" data-live-region>
        {host === null ? '' : sentence(i18n, host)}
      </div>
      <div class="visually-hidden" role="status" aria-live="polite" data-live-region="sessions">
        {session === null ? '' : sessionSentence(i18n, session)}
      </div>
    </>
  );
}

function sessionSentence(i18n: I18n, announcement: SessionAnnouncement): string {
  switch (announcement.kind) {
    case 'many':
      return i18n.text('announce-sessions-many', { count: announcement.count });
    case 'deleted':
      return i18n.text('deleted', { name: announcement.name });
    case 'lost':
      return i18n.text('announce-session-lost', { name: announcement.name });
    case 'session': {
      const { name, state } = announcement;
      return i18n.text('announce-session', { name, state: i18n.text(SESSION_STATE_WORDS[state]) });
    }
  }
}

function sentence(i18n: I18n, announcement: Announcement): string {
  switch (announcement.kind) {
    case 'many':
      return i18n.text('announce-many', { count: announcement.count });
    case 'deleted':
      return i18n.text('deleted', { name: announcement.name });
    case 'state': {
      const { name, reason } = announcement;
      const state = i18n.text(STATE_WORDS[announcement.state]);
      if (reason === '') return i18n.text('announce-state', { name, state });
      return i18n.text('announce-state-reason', {
        name,
        state,
        reason: i18n.text(reasonWords(reason).label),
      });
    }
  }
}

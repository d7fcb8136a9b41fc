import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

import type { I18n } from '../i18n/index.ts';
import type { App } from '../state/app.ts';
import type { Workspace } from '../state/workspace.ts';

export const AppContext = createContext<App | null>(null);
export const I18nContext = createContext<I18n | null>(null);
export const WorkspaceContext = createContext<Workspace | null>(null);

function useRequired<T>(value: T | null): T {
  if (value === null) throw new Error('rendered outside of the page');
  return value;
}

export const useApp = (): App => useRequired(useContext(AppContext));
export const useI18n = (): I18n => useRequired(useContext(I18nContext));
export const useWorkspace = (): Workspace => useRequired(useContext(WorkspaceContext));

/** A view for as long as the component is mounted with the same key: then it is closed for good. */
export function useVisit<View extends { close(): void }>(open: () => View): View {
  const [view] = useState(open);
  useEffect(() => () => view.close(), [view]);
  return view;
}

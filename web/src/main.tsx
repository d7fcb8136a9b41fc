import { render } from 'preact';

import { Root } from './App.tsx';
import { loadLogic } from './logic/index.ts';
import { App } from './state/app.ts';
import './styles/index.css';

async function start(root: HTMLElement): Promise<void> {
  const app = new App(window);
  await Promise.all([loadLogic(), app.i18n.start(navigator.languages)]);
  void app.access.start();
  render(<Root app={app} />, root);
}

const root = document.getElementById('app');
if (root !== null) await start(root);

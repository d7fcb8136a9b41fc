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
if (root !== null) {
  try {
    await start(root);
  } catch (error) {
    // In English, since what could not be loaded may be the language.
    root.textContent = 'Reach could not start in this browser. Reload the page; it needs WebAssembly.';
    throw error;
  }
}

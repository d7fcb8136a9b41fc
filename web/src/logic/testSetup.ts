// Loads the very module that ships, for every test.
import { readFileSync } from 'node:fs';

import { initSync } from './pkg/reach_wasm.js';

initSync({ module: readFileSync(new URL('./pkg/reach_wasm_bg.wasm', import.meta.url)) });

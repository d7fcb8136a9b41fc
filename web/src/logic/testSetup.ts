// Loads the very module that ships, for every test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { initSync } from './pkg/reach_wasm.js';

initSync({ module: readFileSync(join(import.meta.dirname, 'pkg/reach_wasm_bg.wasm')) });

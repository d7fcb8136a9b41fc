// Writes src/i18n/messages.ts from en.ftl: every message id with the variables that it takes.
// With --check it only says whether the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, Visitor } from '@fluent/syntax';

const source = new URL('../src/i18n/locales/en.ftl', import.meta.url);
const target = new URL('../src/i18n/messages.ts', import.meta.url);

class Variables extends Visitor {
  names = new Set();

  visitVariableReference(node) {
    this.names.add(node.id.name);
  }
}

const lines = [];
for (const entry of parse(readFileSync(source, 'utf8'), { withSpans: false }).body) {
  if (entry.type === 'Junk') throw new Error(`en.ftl: cannot be read: ${entry.content}`);
  if (entry.type !== 'Message') continue;
  const variables = new Variables();
  variables.visit(entry);
  const members = [...variables.names].toSorted().map((name) => `${name}: FluentVariable`);
  const type = members.length === 0 ? 'NoVariables' : `{ ${members.join('; ')} }`;
  lines.push(`  '${entry.id.name}': ${type};`);
}

const text = `// Generated from en.ftl by scripts/messages.mjs (npm run messages).
import type { FluentVariable } from '@fluent/bundle';

type NoVariables = { [name: string]: never };

/** Every message, and the variables that it takes. */
export interface Messages {
${lines.join('\n')}
}

export type MessageId = keyof Messages;
`;

const current = () => {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
};
if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
} else if (current() !== text) {
  console.error('src/i18n/messages.ts does not match en.ftl: run `npm run messages`');
  process.exit(1);
}

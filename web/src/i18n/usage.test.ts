import { readFileSync, readdirSync } from 'node:fs';

import { parse } from '@fluent/syntax';
import { expect, it } from 'vitest';

it('has no message that nothing shows', () => {
  const root = new URL('..', import.meta.url);
  const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(\.test\.|messages\.ts)/.test(file))
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .join('\n');
  const ids = parse(readFileSync(new URL('./locales/en.ftl', import.meta.url), 'utf8'), {})
    .body.filter((entry) => entry.type === 'Message')
    .map((entry) => entry.id.name);
  const isUsed = (id: string) =>
    [`'${id}'`, `"${id}"`, `'${id.replace(/-(meaning|next)$/, '')}'`].some((text) => source.includes(text));
  expect(ids.filter((id) => !isUsed(id))).toEqual([]);
});

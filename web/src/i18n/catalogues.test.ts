import { readFileSync, readdirSync } from 'node:fs';

import { FluentResource } from '@fluent/bundle';
import { Visitor, parse } from '@fluent/syntax';
import { describe, expect, it } from 'vitest';

import { bundleOf } from './index.ts';
import { LOCALE_IDS, type Locale } from './locales.ts';

const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100];

function sourceOf(locale: Locale): string {
  return readFileSync(new URL(`./locales/${locale}.ftl`, import.meta.url), 'utf8');
}

class VariableNames extends Visitor {
  readonly names = new Set<string>();

  override visitVariableReference(node: { id: { name: string } }): void {
    this.names.add(node.id.name);
  }
}

/** Every message of a catalogue with the variables that it uses. */
function messagesOf(locale: Locale): Map<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const entry of parse(sourceOf(locale), { withSpans: false }).body) {
    if (entry.type === 'Junk') throw new Error(`${locale}: ${JSON.stringify(entry.content)}`);
    if (entry.type !== 'Message') continue;
    expect(messages.has(entry.id.name), `${locale}: ${entry.id.name} twice`).toBe(false);
    const variables = new VariableNames();
    variables.visit(entry);
    messages.set(entry.id.name, [...variables.names].toSorted());
  }
  return messages;
}

const english = messagesOf('en');

describe('the catalogues', () => {
  it('are those of the languages that can be chosen', () => {
    const files = readdirSync(new URL('./locales', import.meta.url)).toSorted();
    expect(files).toEqual(LOCALE_IDS.map((locale) => `${locale}.ftl`).toSorted());
  });

  // covers: SSH-REACHABILITY-002.12
  it.each(LOCALE_IDS)('%s has every message of English, with the same variables', (locale) => {
    expect(Object.fromEntries(messagesOf(locale))).toEqual(Object.fromEntries(english));
  });

  // covers: SSH-REACHABILITY-002.12
  it.each(LOCALE_IDS)('%s formats every message for every kind of count', (locale) => {
    const source = sourceOf(locale);
    const bundle = bundleOf(locale, source);
    expect(new FluentResource(source).body).toHaveLength(english.size);
    for (const [id, names] of english) {
      const pattern = bundle.getMessage(id)?.value;
      if (!pattern) throw new Error(`${locale}: no ${id}`);
      for (const count of COUNTS) {
        const variables = Object.fromEntries(
          names.map((name) => [name, ['count', 'seconds'].includes(name) ? count : `<${name}>`]),
        );
        const errors: Error[] = [];
        const text = bundle.formatPattern(pattern, variables, errors);
        expect(errors, `${locale}: ${id}`).toEqual([]);
        const left = names.filter((name) => !text.includes(String(variables[name])));
        expect(left, `${locale}: ${id}`).toEqual([]);
      }
    }
  });

  it.each(LOCALE_IDS.filter((locale) => locale !== 'en'))('%s is not left in English', (locale) => {
    const [own, theirs] = [bundleOf(locale, sourceOf(locale)), bundleOf('en', sourceOf('en'))];
    const same = [...english.keys()].filter((id) => {
      const [a, b] = [own.getMessage(id)?.value, theirs.getMessage(id)?.value];
      return JSON.stringify(a) === JSON.stringify(b);
    });
    expect(same.filter((id) => !SAME_EVERYWHERE.has(id))).toEqual([]);
  });
});

/** Names and terms that a language may share with English. */
const SAME_EVERYWHERE = new Set([
  'announce-state',
  'announce-state-reason',
  'app-name',
  'field-name',
  'field-port',
  'filter-count',
  'hosts-title',
  'import-known-hosts',
  'import-ssh-config',
  'interval-replaced',
  'interval-seconds',
  'live-on',
  'optional',
  'session-host',
  'sort-name',
  'test-step-git',
  'test-step-passed',
]);

// A language for developers, made from English: accents show what the fonts lack, the length what
// is cut off, and the brackets what does not come from the catalogue, or was put together from
// pieces. In builds that are shipped it is missing.
import { type Language, bundleOf } from './index.ts';
import { PSEUDO } from './locales.ts';

const [OPEN, CLOSE] = ['⟦', '⟧'];

/** Vowels twice make a text about 40 % longer, as translations are. */
const ACCENTED: Record<string, string> = {
  a: 'áà',
  e: 'éè',
  i: 'íì',
  o: 'óò',
  u: 'úù',
  A: 'ÁÀ',
  E: 'ÉÈ',
  I: 'ÍÌ',
  O: 'ÓÒ',
  U: 'ÚÙ',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  y: 'ý',
  z: 'ž',
};

function accented(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter);
}

function bracketed(text: string): string {
  return `${OPEN}${text}${CLOSE}`;
}

export function pseudoLanguage(source: string, english: Language): Language {
  const { relative, moment, milliseconds, seconds } = english;
  return {
    locale: PSEUDO,
    bundle: bundleOf('en', source, accented),
    relative: { format: (value, unit) => bracketed(accented(relative.format(value, unit))) },
    moment: { format: (date) => bracketed(moment.format(date)) },
    milliseconds: { format: (number) => bracketed(milliseconds.format(number)) },
    seconds: { format: (number) => bracketed(seconds.format(number)) },
    finish: bracketed,
  };
}

/** What of a text stands outside of all brackets. */
export function outsideBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const character of text) {
    if (character === OPEN) depth++;
    else if (character === CLOSE) depth--;
    else if (depth === 0) outside += character;
  }
  return outside;
}

/** Code, and what is told in a language of its own: the names of the languages. */
const LEFT_OUT = 'code, pre, option[lang], textarea';
const SPOKEN_ATTRIBUTES = ['aria-label', 'alt', 'title'];
/** A placeholder without a space is an example of what to type. */
const isSentence = (text: string) => text.includes(' ');

/** Every text of an element that somebody reads or hears. */
export function visibleTexts(root: HTMLElement): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(LEFT_OUT) === null) texts.push(node.textContent ?? '');
  }
  for (const attribute of SPOKEN_ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[${attribute}]`)) texts.push(element.getAttribute(attribute) ?? '');
  }
  for (const { placeholder } of root.querySelectorAll<HTMLInputElement>('[placeholder]')) {
    if (isSentence(placeholder)) texts.push(placeholder);
  }
  return texts.map((text) => text.replaceAll(/[\u2068\u2069]/g, '').trim());
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Markup that is already XML; any other text is escaped where it is put. */
export class Xml {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

// XML 1.0 has no way to write these. No text of a member holds them (1.11); if one ever does, it must not take the feed down.
const notInXml = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The text with what XML cannot hold shown as U+FFFD. */
export const xmlText = (text: string): string => text.replace(notInXml, '\uFFFD');

// Every ampersand, whatever follows it: a text may speak of entities. A carriage return, and in attributes any break, would come back as something else.
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const escaped = (text: string) => xmlText(text).replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);
const escapedAttribute = (text: string) => escaped(text).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');

type Child = Xml | string | false | undefined;

/** An element; children that are false or undefined are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Child | readonly Child[])[]
): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedAttribute(value)}"`);
  const content = children
    .flat()
    .map((child) => (child instanceof Xml ? child.markup : child ? escaped(child) : ''))
    .join('');
  return new Xml(`<${name}${given.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`);
}

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="utf-8"?>\n${root.markup}\n`;

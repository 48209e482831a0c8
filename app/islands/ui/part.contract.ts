/** What the markup renders and an island finds; `texts` are handed over in its `data-` attributes. */
export interface Part<Selector extends string = string, Text extends string = string> {
  readonly selector: Selector;
  readonly texts: readonly Text[];
}

export type Contract = Readonly<Record<string, Part>>;

/** Declares a part; its selector begins with the tag, which decides the element's type. */
export function part<const Selector extends string, Text extends string = never>(
  selector: Selector,
  ...texts: Text[]
): Part<Selector, Text> {
  return { selector, texts };
}

export function buttons<Name extends string>(
  attribute: `data-${string}`,
  names: readonly Name[],
): Record<Name, Part<`button[${string}`, never>> {
  const entries = names.map((name) => [name, part(`button[${attribute}="${name}"]`)]);
  return Object.fromEntries(entries);
}

type Attributes = Record<`data-${string}`, string>;

/** The `data-` attributes that the markup gives an element so that an island finds it and its texts. */
export function mark<Text extends string>(
  { selector, texts }: Part<string, Text>,
  ...[values]: [Text] extends [never] ? [] : [Record<Text, string | number>]
): Attributes {
  const marks: Attributes = {};
  for (const [, name, value = ''] of selector.matchAll(/\[(data-[a-z-]+)(?:="([^"]*)")?\]/g)) {
    marks[name as keyof Attributes] = value;
  }
  for (const text of texts) marks[attributeOf(text)] = String(values?.[text]);
  return marks;
}

/** `tooLarge` is in the attribute `data-too-large`. */
export const attributeOf = (text: string) =>
  `data-${text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` as const;

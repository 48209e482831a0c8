import type { Part } from './part.contract';

type TagOf<Selector extends string> = Selector extends `${infer Tag}[${string}` ? Tag : Selector;

/** The element that a selector finds, by the tag that it begins with. */
export type ElementOf<Selector extends string> =
  TagOf<Selector> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<Selector>] : HTMLElement;

/** @throws Error when the markup lacks the part */
export function find<Selector extends string>(
  root: ParentNode,
  { selector }: Part<Selector, string>,
): ElementOf<Selector> {
  return required(root.querySelector<ElementOf<Selector>>(selector), selector);
}

export const findAll = <Selector extends string>(root: ParentNode, { selector }: Part<Selector, string>) => [
  ...root.querySelectorAll<ElementOf<Selector>>(selector),
];

/** The texts that the markup hands over with a part. @throws Error when one is missing */
export function textsOf<Text extends string>(
  element: HTMLElement,
  { selector, texts }: Part<string, Text>,
): Record<Text, string> {
  const entries = texts.map((text) => [text, required(element.dataset[text], `${text} of ${selector}`)]);
  return Object.fromEntries(entries);
}

export function partAt<Name extends string>(
  { target }: Event,
  parts: Readonly<Record<Name, Part>>,
): Name | undefined {
  const names = Object.keys(parts) as Name[];
  return names.find((name) => (target as Element).closest(parts[name].selector));
}

/** @throws Error when there is no value */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`the page has no ${name}`);
  return value;
}

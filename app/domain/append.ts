/** Appends items of any number: `push(...items)` fails beyond some 100,000, and a text has more words. */
export function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

/** A text in singular or plural, with the number in place of '%'. */
export function countText(count: number, { one, other }: { one: string; other: string }): string {
  const rules = new Intl.PluralRules(document.documentElement.lang);
  return (rules.select(count) === 'one' ? one : other).replace('%', String(count));
}

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLocale } from './render';

const areasOf = (language: string) =>
  readdirSync(path.resolve(import.meta.dirname, '../../locales', language)).sort();
const parametersOf = (sentence: string) => (sentence.match(/\{\{\w+\}\}/g) ?? []).sort();

it('both languages have the same areas', () => {
  expect(areasOf('en')).toEqual(areasOf('pt'));
});

describe.each(areasOf('pt').map((file) => file.replace('.json', '')))('%s', (area) => {
  const pt = readLocale('pt', area);
  const en = readLocale('en', area);

  it('has the same keys in both languages', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(pt).sort());
  });

  it('mentions the same values in both languages', () => {
    for (const [key, sentence] of Object.entries(pt)) {
      expect({ key, parameters: parametersOf(en[key]!) }).toEqual({
        key,
        parameters: parametersOf(sentence),
      });
    }
  });
});

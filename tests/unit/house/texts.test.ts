import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { modules, parse, read, walk } from './source';

const localesDir = path.resolve(import.meta.dirname, '../../../locales');
const areas = readdirSync(path.join(localesDir, 'pt')).sort();

function texts(language: string, area: string): Record<string, string> {
  return JSON.parse(read(`locales/${language}/${area}`)) as Record<string, string>;
}

const placeholders = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]).sort();

/** i18next adds the plural suffix itself. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** Literal keys passed to `t` or `pageTitle`. */
function usedKeys(): { file: string; key: string }[] {
  return modules().flatMap((file) => {
    const keys: { file: string; key: string }[] = [];
    walk(parse(file), (node) => {
      if (!ts.isCallExpression(node)) return;
      const called = node.expression.getText();
      const key = called === 't' ? node.arguments[0] : called === 'pageTitle' ? node.arguments[1] : undefined;
      if (key && ts.isStringLiteral(key)) keys.push({ file, key: key.text });
    });
    return keys;
  });
}

/** Keys that no literal of the code is, and no template such as `status.${status}` can be. */
function unusedKeys(): string[] {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of modules()) {
    walk(parse(file), (node) => {
      if (ts.isStringLiteralLike(node)) literals.add(node.text);
      if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) literals.add(node.name.text);
      if (ts.isTemplateExpression(node)) patterns.push(patternOf(node, file));
    });
  }
  const isUsed = (area: string, key: string) =>
    literals.has(key) || patterns.some((pattern) => pattern.test(`${area} ${key}`));
  return areas.flatMap((file) => {
    const area = file.replace('.json', '');
    const keys = Object.keys(texts('pt', file)).map(withoutPlural);
    return keys.filter((key) => !isUsed(area, key)).map((key) => `${area} ${key}`);
  });
}

/** Matches `area key` for what a template can make; for `t` of a key without a word, in its own area. */
function patternOf(template: ts.TemplateExpression, file: string): RegExp {
  const { head, templateSpans, parent } = template;
  const parts = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
  const hasWord = /[a-z]{2}/i.test(parts.join(''));
  const isKey = ts.isCallExpression(parent) && parent.expression.getText() === 't';
  if (!hasWord && !isKey) return /(?!)/;
  const area = hasWord ? '\\w+' : file.split('/')[2];
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${area} ${escaped.join('[\\p{L}\\d_ .-]+')}$`, 'u');
}

describe('locales', () => {
  it('have the same keys in both languages', () => {
    expect(readdirSync(path.join(localesDir, 'en')).sort()).toEqual(areas);
    for (const area of areas) {
      const keys = (language: string) => Object.keys(texts(language, area)).map(withoutPlural);
      expect(new Set(keys('en')), area).toEqual(new Set(keys('pt')));
    }
  });

  it('have the same placeholders in both languages', () => {
    for (const area of areas) {
      const english = texts('en', area);
      for (const [key, text] of Object.entries(texts('pt', area))) {
        const counterpart = english[key] ?? english[`${withoutPlural(key)}_other`]!;
        expect(placeholders(counterpart), `${area} ${key}`).toEqual(placeholders(text));
      }
    }
  });

  it('contain every key used in the code', () => {
    const known = new Set(areas.flatMap((area) => Object.keys(texts('pt', area)).map(withoutPlural)));
    const used = usedKeys();
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter(({ key }) => !known.has(key))).toEqual([]);
  });

  it('contain no key that nothing uses', () => {
    expect(unusedKeys()).toEqual([]);
  });

  it('contain every error code', () => {
    const codes: string[] = [];
    walk(parse('app/domain/errors.ts'), (node) => {
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) codes.push(node.name.text);
    });
    expect(codes.length).toBeGreaterThan(20);
    const known = new Set(Object.keys(texts('pt', 'errors.json')).map(withoutPlural));
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  });
});

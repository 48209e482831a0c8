import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { modules, parse, read, walk } from './source';

/** Wrappers that refuse a post from another site before the action runs. */
const GUARDS = ['formAction', 'bareAction'];

/** What a route exports as its action: the name of the function that made it, '' for anything else. */
function actionsOf(file: string, text?: string): string[] {
  const makers: string[] = [];
  walk(parse(file, text), (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'action')
      makers.push(makerOf(node.initializer));
    if (ts.isFunctionDeclaration(node) && node.name?.text === 'action') makers.push('');
  });
  return makers;
}

function makerOf(expression: ts.Expression | undefined): string {
  return expression && ts.isCallExpression(expression) ? expression.expression.getText() : '';
}

const routes = () => modules().filter((file) => file.startsWith('app/routes/'));

describe('the rules of the house', () => {
  it('let no action be reached without the check of its origin', () => {
    const unguarded = routes().filter((file) => actionsOf(file).some((maker) => !GUARDS.includes(maker)));
    expect(unguarded).toEqual([]);
    expect(routes().filter((file) => actionsOf(file).length > 0).length).toBeGreaterThan(5);
  });

  it.each(['export async function action() {}', 'export const action = async () => null;'])(
    'would notice an unguarded action: %s',
    (text) => {
      expect(actionsOf('app/routes/healthz.ts', text)).toEqual(['']);
    },
  );

  it('read the environment in one place', () => {
    const readers = modules().filter((file) => !file.endsWith('.mjs') && /process\.env\b/.test(read(file)));
    expect(readers).toEqual(['app/config/env.server.ts']);
  });

  it('leave no marks of unfinished work', () => {
    const marks = /\b(TODO|FIXME|XXX)\b|@ts-ignore|@ts-nocheck|biome-ignore|\bas any\b|: any\b/;
    expect(modules().filter((file) => marks.test(read(file)))).toEqual([]);
  });
});

import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { modules, parse, read, walk } from './source';

/** Wrappers with a CSRF check, with the signature check of a webhook, or that read no cookies. */
const GUARDS = ['formAction', 'bareAction', 'webhookAction', 'createApi'];

/** The wrapper that creates a route's action; '' for anything else. */
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

/** The source of a route's loader and action. */
function handlersOf(file: string, text?: string): string[] {
  const handlers: string[] = [];
  walk(parse(file, text), (node) => {
    const isHandler = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
    if (isHandler && ['loader', 'action'].includes(node.name?.getText() ?? '')) handlers.push(node.getText());
  });
  return handlers;
}

const routes = () => modules().filter((file) => file.startsWith('app/routes/'));

describe('project rules', () => {
  it('every action has a CSRF or signature check', () => {
    const unguarded = routes().filter((file) => actionsOf(file).some((maker) => !GUARDS.includes(maker)));
    expect(unguarded).toEqual([]);
    expect(routes().filter((file) => actionsOf(file).length > 0).length).toBeGreaterThan(5);
  });

  it.each(['export async function action() {}', 'export const action = async () => null;'])(
    'detects an unguarded action: %s',
    (text) => {
      expect(actionsOf('app/routes/platform/healthz.ts', text)).toEqual(['']);
    },
  );

  it('administrator routes require an administrator', () => {
    const theirs = routes().filter((file) => /\/admin\/(?!ad-|stop-)/.test(file));
    expect(theirs.length).toBeGreaterThan(6);
    for (const file of theirs) {
      expect([
        file,
        handlersOf(file).filter(
          (door) => !/\b(requireAdmin\(request|on(Form|Intent)\(\s*as(Named)?Admin)\b/.test(door),
        ),
      ]).toEqual([file, []]);
    }
    expect(handlersOf('app/routes/platform/healthz.ts', 'export async function loader() {}')).toHaveLength(1);
  });

  it('request bodies are read in one place, which enforces their minimum rate', () => {
    const readers = /\brequest\.(formData|text|json|arrayBuffer|blob)\(|\.getReader\(|Readable\.fromWeb\(/;
    const handlers = modules().filter((file) => /^app\/(http|routes)\//.test(file));
    expect(handlers.filter((file) => readers.test(read(file)))).toEqual([
      'app/http/forms/request-body.server.ts',
    ]);
  });

  it('raw markup is inserted in one place', () => {
    expect(modules().filter((file) => read(file).includes('dangerouslySetInnerHTML'))).toEqual([
      'app/components/ui/SanitisedHtml.tsx',
    ]);
  });

  it('environment variables are read in one place', () => {
    const readers = modules().filter((file) => !file.endsWith('.mjs') && /process\.env\b/.test(read(file)));
    expect(readers).toEqual(['app/config/env.server.ts']);
  });

  it('no marks of unfinished work', () => {
    const marks = /\b(TODO|FIXME|XXX)\b|@ts-ignore|@ts-nocheck|biome-ignore|\bas any\b|: any\b/;
    expect(modules().filter((file) => marks.test(read(file)))).toEqual([]);
  });
});

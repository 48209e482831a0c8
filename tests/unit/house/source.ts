import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const projectDir = path.resolve(import.meta.dirname, '../../..');
const LAYERS = ['app', 'models', 'jobs', 'bin'];

/** Paths of all modules, from the project's folder. */
export function modules(): string[] {
  return LAYERS.flatMap((room) =>
    readdirSync(path.join(projectDir, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(m?ts|tsx|mjs)$/.test(entry.name))
      .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name))),
  );
}

export function read(file: string): string {
  return readFileSync(path.join(projectDir, file), 'utf8');
}

const parsed = new Map<string, ts.SourceFile>();

/** A module's syntax tree, made once unless the text is given. */
export function parse(file: string, text?: string): ts.SourceFile {
  const known = text === undefined && parsed.get(file);
  if (known) return known;
  const tree = ts.createSourceFile(file, text ?? read(file), ts.ScriptTarget.Latest, true);
  if (text === undefined) parsed.set(file, tree);
  return tree;
}

/** Calls `visit` for each node, in pre-order. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** Local modules that a module imports or re-exports, also by import(), as paths without an extension. */
export function localImports(file: string, text?: string): string[] {
  const specifiers: string[] = [];
  walk(parse(file, text), (node) => {
    const isStatement = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const named = isStatement ? node.moduleSpecifier : ts.isCallExpression(node) ? dynamic(node) : undefined;
    if (named && ts.isStringLiteral(named)) specifiers.push(named.text);
  });
  return specifiers
    .filter((specifier) => /^(\.|@\/)/.test(specifier))
    .map((specifier) =>
      specifier.startsWith('@/')
        ? specifier.slice(2)
        : path.normalize(path.join(path.dirname(file), specifier)),
    );
}

function dynamic(call: ts.CallExpression): ts.Expression | undefined {
  return call.expression.kind === ts.SyntaxKind.ImportKeyword ? call.arguments[0] : undefined;
}

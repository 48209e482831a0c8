import type { SpanStart } from '@/app/config/tracing.server';

/** Characters of a statement that are looked at: one with many rows repeats itself. */
const MAX_READ_CHARACTERS = 8_000;
const MAX_TEXT_CHARACTERS = 2_000;

type Dialect = 'sqlite' | 'mysql';

/**
 * Tokens that hold values, beside those that only look so: quoted names, placeholders and words. An unfinished text
 * reaches to the end, since the statement may have been cut inside it. MySQL knows a backslash, SQLite does not.
 */
const TOKENS: Record<Dialect, RegExp> = {
  sqlite:
    /(?<name>`[^`]*`|[:$@][\w$]+|[A-Za-z_][\w$]*(?!'))|[xX]?'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\d(?:[eE][+-]\d|[\w.])*|`[^`]*$/g,
  mysql:
    /(?<name>`[^`]*`|[:$@][\w$]+|[A-Za-z_][\w$]*(?!'))|[xXbBnN]?'(?:[^'\\]|''|\\[\s\S])*(?:'|\\?$)|"(?:[^"\\]|""|\\[\s\S])*(?:"|\\?$)|\d(?:[eE][+-]\d|[\w.])*|`[^`]*$/g,
};

/** A statement without its values: each is a question mark, and lists of them are one. Bounded. */
export function statementText(sql: string, dialect: Dialect): string {
  const text = sql
    .slice(0, MAX_READ_CHARACTERS)
    .replace(TOKENS[dialect], (token, name?: string) => (name === undefined ? '?' : token))
    .replace(/\?(?:\s*,\s*\?)+/g, '?')
    .replace(/\(\s*\?\s*\)(?:\s*,\s*\(\s*\?\s*\))+/g, '(?)')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text;
}

const OPERATION = /^\s*(?:WITH\b[\s\S]*?\)\s*(?=SELECT|INSERT|UPDATE|DELETE))?(\w+)/i;
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+`?([A-Za-z_]\w*)/i;

/** The span of a statement, as the semantic conventions for database client spans have it. */
export function statementSpan(sql: string, dialect: Dialect): { name: string; start: SpanStart } {
  const text = statementText(sql, dialect);
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'statement';
  const table = TABLE.exec(text)?.[1];
  const attributes = {
    'db.system.name': dialect,
    'db.operation.name': operation,
    'db.query.text': text,
    ...(table && { 'db.collection.name': table }),
  };
  return { name: table ? `${operation} ${table}` : operation, start: { kind: 'client', attributes } };
}

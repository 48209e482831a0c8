import { addIndex, type Dialect, type Step, statement } from './steps.server';

/** Steps that create a full-text index on a column of search terms, as searched by `matchWords`. */
export const wordIndex = (dialect: Dialect, table: string, column: string): Step[] =>
  dialect === 'sqlite'
    ? sqliteIndex(table, column)
    : [addIndex(table, [column], { name: `${table}_index`, type: 'FULLTEXT' })];

/**
 * An external-content FTS5 index, kept up to date by triggers. It stores no positions and splits at spaces
 * only, since the terms are already case-folded.
 */
const sqliteIndex = (table: string, column: string) => [
  statement(
    `create ${table}_index`,
    `CREATE VIRTUAL TABLE ${table}_index USING fts5(
    ${column}, content='${table}', content_rowid='id', tokenize='ascii', detail='none', columnsize=0)`,
  ),
  statement(
    `create ${table}_index_insert`,
    `CREATE TRIGGER ${table}_index_insert AFTER INSERT ON ${table} BEGIN
    INSERT INTO ${table}_index (rowid, ${column}) VALUES (new.id, new.${column}); END`,
  ),
  statement(
    `create ${table}_index_delete`,
    `CREATE TRIGGER ${table}_index_delete AFTER DELETE ON ${table} BEGIN
    INSERT INTO ${table}_index (${table}_index, rowid, ${column}) VALUES ('delete', old.id, old.${column}); END`,
  ),
  statement(
    `create ${table}_index_update`,
    `CREATE TRIGGER ${table}_index_update AFTER UPDATE OF ${column} ON ${table} BEGIN
    INSERT INTO ${table}_index (${table}_index, rowid, ${column}) VALUES ('delete', old.id, old.${column});
    INSERT INTO ${table}_index (rowid, ${column}) VALUES (new.id, new.${column}); END`,
  ),
  statement(`fill ${table}_index`, `INSERT INTO ${table}_index (${table}_index) VALUES ('rebuild')`),
];

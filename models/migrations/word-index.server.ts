import { addIndex, type Dialect, type Step, statement } from './steps.server';

/** What makes an index of the words in a column, as `matchWords` searches it. */
export const wordIndex = (dialect: Dialect, table: string, column: string): Step[] =>
  dialect === 'sqlite'
    ? sqliteIndex(table, column)
    : [addIndex(table, [column], { name: `${table}_index`, type: 'FULLTEXT' })];

/**
 * The index is beside the table, whose triggers keep it. It need not know where in a text a word stands, and
 * parts words at spaces only, since they arrive folded.
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

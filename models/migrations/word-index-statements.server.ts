import type { QueryInterface } from 'sequelize';

/** Statements that make an index of the words in a column, as `matchWords` searches it. */
export const wordIndex = (queryInterface: QueryInterface, table: string, column: string): string[] =>
  queryInterface.sequelize.getDialect() === 'sqlite' ? sqliteIndex(table, column) : mysqlIndex(table, column);

/**
 * The index is beside the table, whose triggers keep it. It need not know where in a text a word stands, and
 * parts words at spaces only, since they arrive folded.
 */
const sqliteIndex = (table: string, column: string) => [
  `CREATE VIRTUAL TABLE ${table}_index USING fts5(
    ${column}, content='${table}', content_rowid='id', tokenize='ascii', detail='none', columnsize=0)`,
  `CREATE TRIGGER ${table}_index_insert AFTER INSERT ON ${table} BEGIN
    INSERT INTO ${table}_index (rowid, ${column}) VALUES (new.id, new.${column}); END`,
  `CREATE TRIGGER ${table}_index_delete AFTER DELETE ON ${table} BEGIN
    INSERT INTO ${table}_index (${table}_index, rowid, ${column}) VALUES ('delete', old.id, old.${column}); END`,
  `CREATE TRIGGER ${table}_index_update AFTER UPDATE OF ${column} ON ${table} BEGIN
    INSERT INTO ${table}_index (${table}_index, rowid, ${column}) VALUES ('delete', old.id, old.${column});
    INSERT INTO ${table}_index (rowid, ${column}) VALUES (new.id, new.${column}); END`,
  `INSERT INTO ${table}_index (${table}_index) VALUES ('rebuild')`,
];

const mysqlIndex = (table: string, column: string) => [
  `CREATE FULLTEXT INDEX ${table}_index ON ${table} (${column})`,
];

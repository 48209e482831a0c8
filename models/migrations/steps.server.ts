import type {
  IndexesOptions,
  ModelAttributeColumnOptions,
  ModelAttributes,
  QueryInterface,
  Transaction,
} from 'sequelize';

export type Dialect = 'sqlite' | 'mysql';

/**
 * One change of a migration, small enough to happen whole or not at all. MySQL commits each change of a table by
 * itself, so the process may die between a step and its note, and the step is met again with its work done.
 */
export interface Step {
  /** Unlike those of the migration's other steps. Never changes once released: it is what the database remembers. */
  name: string;
  /** Whether the database shows that the work was done; absent where the work may be repeated. */
  isDone?(queryInterface: QueryInterface): Promise<boolean>;
  /** Changes rows and no tables: its work and its note are one commit. */
  isData?: true;
  /** @param transaction which every statement of a step with `isData` must be given */
  run(queryInterface: QueryInterface, transaction?: Transaction): Promise<unknown>;
}

export const createTable = (table: string, columns: ModelAttributes): Step => ({
  name: `create ${table}`,
  isDone: (queryInterface) => queryInterface.tableExists(table),
  run: (queryInterface) => queryInterface.createTable(table, columns),
});

export const addColumn = (table: string, column: string, kind: ModelAttributeColumnOptions): Step => ({
  name: `add ${table}.${column}`,
  isDone: (queryInterface) => hasColumn(queryInterface, table, column),
  run: (queryInterface) => queryInterface.addColumn(table, column, kind),
});

export const addIndex = (
  table: string,
  fields: string[],
  {
    name = `${table}_${fields.join('_')}`,
    ...options
  }: Pick<IndexesOptions, 'name' | 'type' | 'unique'> = {},
): Step => ({
  name: `index ${name}`,
  isDone: (queryInterface) => hasIndex(queryInterface, table, name),
  run: (queryInterface) => queryInterface.addIndex(table, { ...options, name, fields }),
});

/** One statement, which may be repeated or stands in the transaction that SQLite makes of all migrations. */
export const statement = (name: string, sql: string, isDone?: Step['isDone']): Step => ({
  name,
  isDone,
  run: ({ sequelize }) => sequelize.query(sql),
});

export const changeRows = (name: string, run: Step['run']): Step => ({ name, isData: true, run });

export async function hasColumn(
  queryInterface: QueryInterface,
  table: string,
  column: string,
): Promise<boolean> {
  return Object.hasOwn(await queryInterface.describeTable(table), column);
}

/** By its name: MySQL makes an index of its own for a foreign key, of the same columns, and drops it for ours. */
async function hasIndex(queryInterface: QueryInterface, table: string, name: string): Promise<boolean> {
  const indexes = (await queryInterface.showIndex(table)) as { name: string }[];
  return indexes.some((index) => index.name === name);
}

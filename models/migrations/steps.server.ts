import type {
  IndexesOptions,
  ModelAttributeColumnOptions,
  ModelAttributes,
  QueryInterface,
  Transaction,
} from 'sequelize';

export type Dialect = 'sqlite' | 'mysql';

/**
 * One atomic change of a migration. MySQL commits each DDL statement implicitly, so the process may die
 * between a step and its record, and the step may run again when its work is already done.
 */
export interface Step {
  /** Unique within the migration. Stored in the database; must never change once released. */
  name: string;
  /** Whether the database shows that the step was done; absent where it is idempotent. */
  isDone?(queryInterface: QueryInterface): Promise<boolean>;
  /** Changes rows, not tables: its work and its record are one transaction. */
  isData?: true;
  /** @param transaction of a step with `isData`: must be passed to every statement */
  run(queryInterface: QueryInterface, transaction: Transaction | null): Promise<unknown>;
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

/** One statement that is idempotent or runs within SQLite's transaction of all migrations. */
export const statement = (name: string, sql: string, isDone?: Step['isDone']): Step => ({
  name,
  ...(isDone && { isDone }),
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

/**
 * By name: MySQL creates an index of its own on the columns of a foreign key, and drops it in favour of ours.
 */
async function hasIndex(queryInterface: QueryInterface, table: string, name: string): Promise<boolean> {
  const indexes = (await queryInterface.showIndex(table)) as { name: string }[];
  return indexes.some((index) => index.name === name);
}

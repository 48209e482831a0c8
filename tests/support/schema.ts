import { QueryTypes, type Sequelize } from 'sequelize';

/** Rows that describe a schema, in a fixed order. */
type Described = Record<string, unknown>[];

const MYSQL = [
  `SELECT table_name AS t, engine, table_collation FROM information_schema.tables
    WHERE table_schema = DATABASE() ORDER BY t`,
  `SELECT table_name AS t, column_name AS c, column_type, is_nullable, column_default, extra, collation_name
    FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY t, ordinal_position`,
  `SELECT table_name AS t, index_name AS i, seq_in_index, column_name, non_unique, index_type
    FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY t, i, seq_in_index`,
  `SELECT k.table_name AS t, k.constraint_name AS n, k.column_name, k.referenced_table_name, r.delete_rule, r.update_rule
    FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
      ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name
    WHERE k.table_schema = DATABASE() ORDER BY t, n`,
];

const SQLITE = [`SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name`];

/**
 * Describes tables, columns, indexes and foreign keys as the database reports them: equal for equal schemas.
 */
export async function describeSchema(sequelize: Sequelize): Promise<Described[]> {
  const described: Described[] = [];
  for (const sql of sequelize.getDialect() === 'sqlite' ? SQLITE : MYSQL) {
    described.push(await sequelize.query(sql, { type: QueryTypes.SELECT }));
  }
  return described;
}

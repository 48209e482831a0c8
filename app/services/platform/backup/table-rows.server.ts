import { type Model, type ModelStatic, Op, type Transaction, type WhereOptions } from 'sequelize';
import { writeRows } from './backup-file';

/** Chunks are held in memory; the row limit follows, as a transcript may outweigh ten thousand jobs. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const MAX_ROWS = 1_000;

type Row = Record<string, string | number>;

/** All rows of a table by attribute name, in the order of its key, in chunks of some megabytes. */
export async function* rowsOf(
  model: ModelStatic<Model>,
  transaction: Transaction,
): AsyncGenerator<{ rows: object[]; lines: Buffer }> {
  const key = model.primaryKeyAttributes;
  let limit = 100;
  let last: Row | null = null;
  for (;;) {
    const where: WhereOptions = last ? rowsAfter(last, key) : {};
    const found: Model[] = await model.findAll({ where, order: [...key], limit, transaction });
    if (found.length === 0) return;
    const rows = found.map((row) => row.get({ plain: true }) as Row);
    const lines = writeRows(rows);
    yield { rows, lines };
    last = rows.at(-1)!;
    limit = Math.min(MAX_ROWS, Math.max(1, Math.floor((CHUNK_BYTES * rows.length) / lines.length)));
  }
}

/** Those behind a row in the order of a key of one or several columns. */
const rowsAfter = (row: Row, key: readonly string[]): WhereOptions => ({
  [Op.or]: key.map((column, index) => ({
    ...Object.fromEntries(key.slice(0, index).map((earlier) => [earlier, row[earlier]])),
    [column]: { [Op.gt]: row[column] },
  })),
});

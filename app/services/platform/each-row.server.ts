import { Op } from 'sequelize';

const BATCH = 200;

/** All rows that `find` gets in batches with the condition `id: after` (keyset pagination), by id. */
export async function* eachRow<Row extends { id: number }>(
  find: (after: { [Op.gt]: number }, page: { order: ['id']; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await find({ [Op.gt]: after }, { order: ['id'], limit: BATCH });
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

import { DataTypes, type QueryInterface, QueryTypes, type Transaction } from 'sequelize';
import { MAX_SORT_KEY_LENGTH, titleSortKey } from '@/app/domain/library/title-sort-key';
import { optionalDateTime } from './column-kinds.server';
import { addColumn, addIndex, changeRows, type Step } from './steps.server';

export const name = '0025-list-order-reading-place';

export const steps = (): Step[] => [
  addColumn('transcriptions', 'title_key', {
    type: DataTypes.STRING(MAX_SORT_KEY_LENGTH),
    allowNull: false,
    defaultValue: '',
  }),
  addColumn('transcriptions', 'opened_at', optionalDateTime),
  addColumn('transcriptions', 'position_ms', { type: DataTypes.BIGINT, allowNull: true }),
  changeRows('write the sort keys of titles', writeTitleKeys),
  // What was finished before counts as read.
  changeRows('mark finished transcriptions as opened', ({ sequelize }, transaction) =>
    sequelize.query("UPDATE transcriptions SET opened_at = finished_at WHERE status = 'succeeded'", {
      transaction,
    }),
  ),
  addIndex('transcriptions', ['user_id', 'title_key', 'id']),
  addIndex('transcriptions', ['user_id', 'duration_ms', 'id']),
  addIndex('transcriptions', ['user_id', 'opened_at', 'id']),
];

const BATCH_ROWS = 1_000;

async function writeTitleKeys({ sequelize }: QueryInterface, transaction: Transaction | null): Promise<void> {
  for (let above = 0; ; ) {
    const rows = await sequelize.query<{ id: number; title: string }>(
      'SELECT id, title FROM transcriptions WHERE id > :above ORDER BY id LIMIT :limit',
      { type: QueryTypes.SELECT, replacements: { above, limit: BATCH_ROWS }, transaction },
    );
    for (const { id, title } of rows) {
      await sequelize.query('UPDATE transcriptions SET title_key = :key WHERE id = :id', {
        replacements: { id, key: titleSortKey(title) },
        transaction,
      });
    }
    if (rows.length < BATCH_ROWS) return;
    above = rows.at(-1)!.id;
  }
}

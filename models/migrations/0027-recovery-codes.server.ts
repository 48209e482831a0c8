import { belongsTo, dateTime, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0027-recovery-codes';

export const steps = (dialect: Dialect): Step[] => [
  createTable('recovery_codes', {
    id: rowKey(dialect),
    user_id: belongsTo('users', 'CASCADE'),
    code_hash: text(64),
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('recovery_codes', ['user_id', 'code_hash']),
];

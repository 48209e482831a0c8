import { setTimeout as sleep } from 'node:timers/promises';
import { type CreationOptional, DataTypes, type InferAttributes, Model, type Sequelize } from 'sequelize';
import { inTransaction } from '@/models/database.server';

/** A row incremented by several transactions and processes. */
export class Counter extends Model<InferAttributes<Counter>, { id?: number; total?: number }> {
  declare id: CreationOptional<number>;
  declare total: CreationOptional<number>;

  static define(sequelize: Sequelize): void {
    Counter.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true },
        total: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      },
      { sequelize, tableName: 'counters', timestamps: false },
    );
  }
}

/** Time for other transactions to read the same value. */
const BETWEEN_READ_AND_WRITE_MS = 2;

/** Reads, yields, and writes the value read plus one: loses updates unless the row is locked. */
export function addOneSlowly(id: number): Promise<void> {
  return inTransaction(async (transaction) => {
    const counter = await Counter.findByPk(id, { transaction, lock: true, rejectOnEmpty: true });
    await sleep(BETWEEN_READ_AND_WRITE_MS);
    await counter.update({ total: counter.total + 1 }, { transaction });
  });
}

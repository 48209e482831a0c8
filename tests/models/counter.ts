import { type CreationOptional, DataTypes, type InferAttributes, Model, type Sequelize } from 'sequelize';
import { inTransaction } from '@/models/database.server';

/** A row that several transactions and processes add to. */
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

/** Reads, lets others have a turn, and writes what it read plus one: wrong unless the row is held meanwhile. */
export function addOneSlowly(id: number): Promise<void> {
  return inTransaction(async (transaction) => {
    const counter = await Counter.findByPk(id, { transaction, lock: true, rejectOnEmpty: true });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await counter.update({ total: counter.total + 1 }, { transaction });
  });
}

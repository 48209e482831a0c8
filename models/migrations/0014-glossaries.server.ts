import { DataTypes, type QueryInterface } from 'sequelize';
import { belongsTo, moment, rowKey } from './column-kinds.server';

export const name = '0014-glossaries';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.createTable('glossaries', {
    id: rowKey(queryInterface),
    user_id: { ...belongsTo('users', 'CASCADE'), unique: true },
    terms: { type: DataTypes.TEXT, allowNull: false },
    created_at: moment,
    updated_at: moment,
  });
}

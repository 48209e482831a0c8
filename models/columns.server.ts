import { DataTypes } from 'sequelize';

/**
 * What every table has: its row's number, and when the row was made and last changed, in milliseconds.
 * New objects at each call, since Sequelize writes into the ones a model is given.
 */
export const rowColumns = () => ({
  id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
  createdAt: DataTypes.DATE(3),
  updatedAt: DataTypes.DATE(3),
});

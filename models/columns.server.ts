import { DataTypes } from 'sequelize';

/**
 * Columns of every table: row id, creation and update time (with milliseconds). Returns new objects at each
 * call, since Sequelize mutates the definitions of a model.
 */
export const rowColumns = () => ({
  id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
  createdAt: DataTypes.DATE(3),
  updatedAt: DataTypes.DATE(3),
});

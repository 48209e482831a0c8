import { DataTypes } from 'sequelize';
import type { Dialect } from './steps.server';

/** Primary key. SQLite row ids must be INTEGER PRIMARY KEY. */
export const rowKey = (dialect: Dialect) => ({
  type: dialect === 'sqlite' ? DataTypes.INTEGER : DataTypes.BIGINT,
  primaryKey: true,
  autoIncrement: true,
});
export const publicId = { type: DataTypes.STRING(32), allowNull: false, unique: true } as const;
export const dateTime = { type: DataTypes.DATE(3), allowNull: false } as const;
export const optionalDateTime = { type: DataTypes.DATE(3), allowNull: true } as const;
export const milliseconds = { type: DataTypes.BIGINT, allowNull: false } as const;
export const flag = { type: DataTypes.BOOLEAN, allowNull: false } as const;
export const text = (length: number) => ({ type: DataTypes.STRING(length), allowNull: false }) as const;
export const optionalText = (length: number) =>
  ({ type: DataTypes.STRING(length), allowNull: true }) as const;

export const belongsTo = (table: string, onDelete: 'CASCADE' | 'RESTRICT' | 'SET NULL') =>
  ({
    type: DataTypes.BIGINT,
    allowNull: false,
    references: { model: table, key: 'id' },
    onDelete,
  }) as const;

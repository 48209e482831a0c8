import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A worker process that runs, or was killed: its row tells when it was last seen. */
export class Worker extends Model<InferAttributes<Worker>, InferCreationAttributes<Worker>> {
  declare id: CreationOptional<number>;
  /** A random key of the process. */
  declare processKey: string;
  declare seenAt: Date;
  /** JSON of what it has counted since its start. */
  declare figures: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Worker.init(
      {
        ...rowColumns(),
        processKey: { type: DataTypes.STRING(64), allowNull: false },
        seenAt: { type: DataTypes.DATE(3), allowNull: false },
        figures: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'workers' },
    );
  }
}

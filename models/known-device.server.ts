import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';
import { User } from './user.server';

/**
 * A browser in which an account was signed in. Its cookie holds the token, this row the hash; it grants no
 * access.
 */
export class KnownDevice extends Model<InferAttributes<KnownDevice>, InferCreationAttributes<KnownDevice>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare tokenHash: string;
  /** The last session started there, which may have ended. */
  declare sessionId: number;
  declare expiresAt: Date;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    KnownDevice.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        tokenHash: { type: DataTypes.STRING(64), allowNull: false },
        sessionId: { type: DataTypes.BIGINT, allowNull: false },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      },
      { sequelize, tableName: 'known_devices' },
    );
  }

  static associate(): void {
    KnownDevice.belongsTo(User, { as: 'user', foreignKey: 'userId' });
  }
}

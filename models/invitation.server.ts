import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** Lets the owner of an e-mail address create an account, once. */
export class Invitation extends Model<InferAttributes<Invitation>, InferCreationAttributes<Invitation>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  /** In lower case. */
  declare email: string;
  /** Administrator; null for the terminal. */
  declare invitedBy: CreationOptional<number | null>;
  declare expiresAt: Date;
  declare usedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Invitation.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        email: { type: DataTypes.STRING(254), allowNull: false },
        invitedBy: { type: DataTypes.BIGINT, allowNull: true },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
        usedAt: { type: DataTypes.DATE(3), allowNull: true },
        revokedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'invitations' },
    );
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { LoginMethod } from '@/app/domain/account/session';
import { rowColumns } from './columns.server';
import { User } from './user.server';

/** A signed-in browser or program. The cookie or the sign-in token holds the secret, this row its hash. */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: CreationOptional<number>;
  declare tokenHash: string;
  declare userId: number;
  declare userAgent: string;
  declare method: CreationOptional<LoginMethod>;
  /** The user impersonated by an administrator in this session. */
  declare actingAsUserId: CreationOptional<number | null>;
  declare lastUsedAt: Date;
  declare expiresAt: Date;
  declare user?: NonAttribute<User>;
  declare actingAs?: NonAttribute<User | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Session.init(
      {
        ...rowColumns(),
        tokenHash: { type: DataTypes.STRING(64), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        userAgent: { type: DataTypes.STRING(255), allowNull: false },
        method: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'email' },
        actingAsUserId: { type: DataTypes.BIGINT, allowNull: true },
        lastUsedAt: { type: DataTypes.DATE(3), allowNull: false },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      },
      { sequelize, tableName: 'sessions' },
    );
  }

  static associate(): void {
    Session.belongsTo(User, { as: 'user', foreignKey: 'userId' });
    Session.belongsTo(User, { as: 'actingAs', foreignKey: 'actingAsUserId' });
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';
import { User } from './user.server';

/** One signed-in browser. The cookie holds the token, this row its hash. */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: CreationOptional<number>;
  declare tokenHash: string;
  declare userId: number;
  declare userAgent: string;
  declare lastUsedAt: Date;
  declare expiresAt: Date;
  declare user?: NonAttribute<User>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Session.init(
      {
        ...rowColumns(),
        tokenHash: { type: DataTypes.STRING(64), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        userAgent: { type: DataTypes.STRING(255), allowNull: false },
        lastUsedAt: { type: DataTypes.DATE(3), allowNull: false },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      },
      { sequelize, tableName: 'sessions' },
    );
  }

  static associate(): void {
    Session.belongsTo(User, { as: 'user', foreignKey: 'userId' });
  }
}

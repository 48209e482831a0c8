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

/** A personal API token. The program holds the token, this row its hash. */
export class ApiToken extends Model<InferAttributes<ApiToken>, InferCreationAttributes<ApiToken>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  /** What its owner calls it. */
  declare name: string;
  declare tokenHash: string;
  /** Its last characters, by which its owner tells it from others. */
  declare ending: string;
  /** Names of scopes, separated by a space. */
  declare scopes: string;
  /** Null for one that does not expire. */
  declare expiresAt: CreationOptional<Date | null>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare user?: NonAttribute<User>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    ApiToken.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        name: { type: DataTypes.STRING(80), allowNull: false },
        tokenHash: { type: DataTypes.STRING(64), allowNull: false },
        ending: { type: DataTypes.STRING(8), allowNull: false },
        scopes: { type: DataTypes.STRING(64), allowNull: false },
        expiresAt: { type: DataTypes.DATE(3), allowNull: true },
        lastUsedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'api_tokens' },
    );
  }

  static associate(): void {
    ApiToken.belongsTo(User, { as: 'user', foreignKey: 'userId' });
  }
}

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

/** The public half of a WebAuthn credential; the device keeps the private one. */
export class Passkey extends Model<InferAttributes<Passkey>, InferCreationAttributes<Passkey>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  /** Unique in place of the credential id, which may be longer than MySQL's indexes. */
  declare credentialHash: string;
  /** base64url */
  declare credentialId: string;
  /** COSE key, base64url */
  declare publicKey: string;
  /** Signatures so far, as the authenticator counts them; 0 if it does not count. */
  declare counter: number;
  declare name: string;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare user?: NonAttribute<User>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Passkey.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        credentialHash: { type: DataTypes.STRING(64), allowNull: false },
        credentialId: { type: DataTypes.TEXT, allowNull: false },
        publicKey: { type: DataTypes.TEXT, allowNull: false },
        counter: { type: DataTypes.BIGINT, allowNull: false },
        name: { type: DataTypes.STRING(60), allowNull: false },
        lastUsedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'passkeys' },
    );
  }

  static associate(): void {
    Passkey.belongsTo(User, { as: 'user', foreignKey: 'userId' });
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { IdentityProvider } from '@/app/domain/account/identity-provider';
import { rowColumns } from './columns.server';

/** A user's identity at an identity provider. */
export class Identity extends Model<InferAttributes<Identity>, InferCreationAttributes<Identity>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare provider: IdentityProvider;
  /** The provider's stable user id (the OpenID Connect `sub` claim). */
  declare subject: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Identity.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        provider: { type: DataTypes.STRING(16), allowNull: false },
        subject: { type: DataTypes.STRING(255), allowNull: false },
      },
      { sequelize, tableName: 'identities' },
    );
  }
}

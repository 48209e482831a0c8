import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** An address that is told of an account's events. */
export class WebhookEndpoint extends Model<
  InferAttributes<WebhookEndpoint>,
  InferCreationAttributes<WebhookEndpoint>
> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  declare url: string;
  /** Names of events, separated by a space. */
  declare events: string;
  /** What signs its messages, encrypted for this account alone. */
  declare sealedSecret: string;
  /** The one before, which signs too until `oldSecretUntil`. */
  declare oldSealedSecret: CreationOptional<string | null>;
  declare oldSecretUntil: CreationOptional<Date | null>;
  /** Null while it is told of events. */
  declare disabledAt: CreationOptional<Date | null>;
  declare disabledFor: CreationOptional<'owner' | 'gone' | 'failing' | null>;
  /** Attempts in a row that failed. */
  declare failures: CreationOptional<number>;
  /** When the first of them failed. */
  declare failingSince: CreationOptional<Date | null>;
  /** Nothing is sent before this time. */
  declare pausedUntil: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    WebhookEndpoint.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        url: { type: DataTypes.STRING(2048), allowNull: false },
        events: { type: DataTypes.STRING(512), allowNull: false },
        sealedSecret: { type: DataTypes.STRING(512), allowNull: false },
        oldSealedSecret: { type: DataTypes.STRING(512), allowNull: true },
        oldSecretUntil: { type: DataTypes.DATE(3), allowNull: true },
        disabledAt: { type: DataTypes.DATE(3), allowNull: true },
        disabledFor: { type: DataTypes.STRING(16), allowNull: true },
        failures: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        failingSince: { type: DataTypes.DATE(3), allowNull: true },
        pausedUntil: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'webhook_endpoints' },
    );
  }
}

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
import { WebhookEndpoint } from './webhook-endpoint.server';

/** One event that one endpoint is to be told of. */
export class WebhookDelivery extends Model<
  InferAttributes<WebhookDelivery>,
  InferCreationAttributes<WebhookDelivery>
> {
  declare id: CreationOptional<number>;
  /** The message's id, the same at every attempt. */
  declare publicId: string;
  declare endpointId: number;
  declare event: string;
  /** What is sent, as JSON. */
  declare body: string;
  declare status: CreationOptional<'waiting' | 'delivered' | 'failed'>;
  declare attempts: CreationOptional<number>;
  /** When the next attempt is due; null when there is none. */
  declare nextAt: CreationOptional<Date | null>;
  /** After this no attempt is made. */
  declare expiresAt: Date;
  /** Of the last answer; null without one. */
  declare lastStatus: CreationOptional<number | null>;
  /** Why there was no answer. */
  declare lastError: CreationOptional<'forbidden' | 'timeout' | 'unreachable' | null>;
  /** How long the last attempt took. */
  declare lastMs: CreationOptional<number | null>;
  declare deliveredAt: CreationOptional<Date | null>;
  declare endpoint?: NonAttribute<WebhookEndpoint>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    WebhookDelivery.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        endpointId: { type: DataTypes.BIGINT, allowNull: false },
        event: { type: DataTypes.STRING(64), allowNull: false },
        body: { type: DataTypes.TEXT, allowNull: false },
        status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'waiting' },
        attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        nextAt: { type: DataTypes.DATE(3), allowNull: true },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
        lastStatus: { type: DataTypes.INTEGER, allowNull: true },
        lastError: { type: DataTypes.STRING(32), allowNull: true },
        lastMs: { type: DataTypes.INTEGER, allowNull: true },
        deliveredAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'webhook_deliveries' },
    );
  }

  static associate(): void {
    WebhookDelivery.belongsTo(WebhookEndpoint, { as: 'endpoint', foreignKey: 'endpointId' });
  }
}

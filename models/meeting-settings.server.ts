import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** How an account's assistant presents itself and how long it waits; null for the defaults. */
export class MeetingSettings extends Model<
  InferAttributes<MeetingSettings>,
  InferCreationAttributes<MeetingSettings>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare botName: CreationOptional<string | null>;
  declare maxWaitSeconds: CreationOptional<number | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    MeetingSettings.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        botName: { type: DataTypes.STRING(255), allowNull: true },
        maxWaitSeconds: { type: DataTypes.INTEGER, allowNull: true },
      },
      { sequelize, tableName: 'meeting_settings' },
    );
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** An account's calendar at Google. */
export class CalendarLink extends Model<
  InferAttributes<CalendarLink>,
  InferCreationAttributes<CalendarLink>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** The tokens, encrypted for this account alone. */
  declare sealedTokens: string;
  /** The calendar's own name. */
  declare name: string;
  /** Sends the assistant to every meeting that the account has accepted. */
  declare sendsToAll: CreationOptional<boolean>;
  /** From which changes are asked for; null to begin anew. */
  declare syncToken: CreationOptional<string | null>;
  /** When the last attempt at a synchronization began. */
  declare syncStartedAt: CreationOptional<Date | null>;
  /** When the assistants last agreed with the calendar. */
  declare syncedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    CalendarLink.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        sealedTokens: { type: DataTypes.TEXT, allowNull: false },
        name: { type: DataTypes.STRING(255), allowNull: false },
        sendsToAll: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        syncToken: { type: DataTypes.STRING(1024), allowNull: true },
        syncStartedAt: { type: DataTypes.DATE(3), allowNull: true },
        syncedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'calendar_links' },
    );
  }
}

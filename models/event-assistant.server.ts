import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** What an account decided for one event or occurrence of its calendar, and the meeting that came of it. */
export class EventAssistant extends Model<
  InferAttributes<EventAssistant>,
  InferCreationAttributes<EventAssistant>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** SHA-256 of `eventId` in hex, which may be too long for an index. */
  declare eventKey: string;
  declare eventId: string;
  /** The user's word on this event; null to follow the account's setting. */
  declare choice: CreationOptional<'send' | 'skip' | null>;
  /**
   * JSON of what the calendar said when the assistant was last sent or changed (`SentEvent`); null before. Without a
   * meeting it means that the user removed the assistant by hand.
   */
  declare sent: CreationOptional<string | null>;
  declare meetingId: CreationOptional<number | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    EventAssistant.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        eventKey: { type: DataTypes.STRING(64), allowNull: false },
        eventId: { type: DataTypes.STRING(1024), allowNull: false },
        choice: { type: DataTypes.STRING(8), allowNull: true },
        sent: { type: DataTypes.TEXT, allowNull: true },
        meetingId: { type: DataTypes.BIGINT, allowNull: true },
      },
      { sequelize, tableName: 'event_assistants' },
    );
  }
}

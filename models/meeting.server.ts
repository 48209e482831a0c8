import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import type { MeetingPhase, MeetingStatus, MeetingType } from '@/app/domain/meeting/status';
import { rowColumns } from './columns.server';
import { Transcription } from './transcription.server';

/** A meeting that the assistant attends, from its scheduling to what it became. */
export class Meeting extends Model<InferAttributes<Meeting>, InferCreationAttributes<Meeting>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  declare title: string;
  /** The code in the meeting's address, such as 'abc-defg-hij'. */
  declare room: string;
  declare type: MeetingType;
  declare status: CreationOptional<MeetingStatus>;
  declare phase: CreationOptional<MeetingPhase | null>;
  /** Of an instant meeting: when it was created. */
  declare startsAt: Date;
  /** Of what is spoken there. */
  declare language: string;
  /** Overrides the account's; null for that of the settings. */
  declare botName: CreationOptional<string | null>;
  /** Overrides the account's; null for that of the settings. */
  declare maxWaitSeconds: CreationOptional<number | null>;
  /**
   * Unique key of account and room, from when an assistant is to go there until it has left: at most one assistant of
   * an account is in a room.
   */
  declare occupiedRoom: CreationOptional<string | null>;
  /** End of the maximum wait; null before the first knock. */
  declare waitsUntil: CreationOptional<Date | null>;
  declare recordingSince: CreationOptional<Date | null>;
  /** When the assistant leaves at the latest; null before it is let in. */
  declare leavesAt: CreationOptional<Date | null>;
  /** JSON of the names of who is there (`string[]`), without assistants; null when unknown. */
  declare people: CreationOptional<string | null>;
  /** JSON of who is invited by the calendar (`{ email, name }[]`); null for a meeting of no calendar. */
  declare guests: CreationOptional<string | null>;
  declare stopRequestedAt: CreationOptional<Date | null>;
  declare endedAt: CreationOptional<Date | null>;
  declare endReason: CreationOptional<EndReason | null>;
  /** What it became; null without a recording, or when that was deleted. */
  declare transcriptionId: CreationOptional<number | null>;
  declare transcription?: NonAttribute<Transcription | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Meeting.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        title: { type: DataTypes.STRING(255), allowNull: false },
        room: { type: DataTypes.STRING(64), allowNull: false },
        type: { type: DataTypes.STRING(16), allowNull: false },
        status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'waiting' },
        phase: { type: DataTypes.STRING(16), allowNull: true },
        startsAt: { type: DataTypes.DATE(3), allowNull: false },
        language: { type: DataTypes.STRING(8), allowNull: false },
        botName: { type: DataTypes.STRING(255), allowNull: true },
        maxWaitSeconds: { type: DataTypes.INTEGER, allowNull: true },
        occupiedRoom: { type: DataTypes.STRING(128), allowNull: true },
        waitsUntil: { type: DataTypes.DATE(3), allowNull: true },
        recordingSince: { type: DataTypes.DATE(3), allowNull: true },
        leavesAt: { type: DataTypes.DATE(3), allowNull: true },
        people: { type: DataTypes.TEXT, allowNull: true },
        guests: { type: DataTypes.TEXT, allowNull: true },
        stopRequestedAt: { type: DataTypes.DATE(3), allowNull: true },
        endedAt: { type: DataTypes.DATE(3), allowNull: true },
        endReason: { type: DataTypes.STRING(32), allowNull: true },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: true },
      },
      { sequelize, tableName: 'meetings' },
    );
  }

  static associate(): void {
    Meeting.belongsTo(Transcription, { as: 'transcription', foreignKey: 'transcriptionId' });
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';

/** Who spoke when in the meeting whose recording a transcription is of, in ms of the recording. */
export class MeetingTimelineRow extends Model<
  InferAttributes<MeetingTimelineRow>,
  InferCreationAttributes<MeetingTimelineRow>
> {
  declare transcriptionId: number;
  /** JSON of `MeetingTimeline`. */
  declare timeline: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    MeetingTimelineRow.init(
      {
        transcriptionId: { type: DataTypes.BIGINT, primaryKey: true },
        timeline: { type: DataTypes.TEXT, allowNull: false },
        createdAt: DataTypes.DATE(3),
        updatedAt: DataTypes.DATE(3),
      },
      { sequelize, tableName: 'meeting_timelines' },
    );
  }
}

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
  /** JSON of `JoinedTimeline`. */
  declare timeline: string;
  /** JSON of the offered names that were refused (`string[]`); null for none. */
  declare refusedNames: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    MeetingTimelineRow.init(
      {
        transcriptionId: { type: DataTypes.BIGINT, primaryKey: true },
        timeline: { type: DataTypes.TEXT, allowNull: false },
        refusedNames: { type: DataTypes.TEXT, allowNull: true },
        createdAt: DataTypes.DATE(3),
        updatedAt: DataTypes.DATE(3),
      },
      { sequelize, tableName: 'meeting_timelines' },
    );
  }
}

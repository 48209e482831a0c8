import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/**
 * One visit of the assistant to a meeting, whose files stand in a folder of that number. A meeting has several when its
 * worker was replaced or killed meanwhile.
 */
export class MeetingPiece extends Model<
  InferAttributes<MeetingPiece>,
  InferCreationAttributes<MeetingPiece>
> {
  declare id: CreationOptional<number>;
  declare meetingId: number;
  declare number: number;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    MeetingPiece.init(
      {
        ...rowColumns(),
        meetingId: { type: DataTypes.BIGINT, allowNull: false },
        number: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: 'meeting_pieces' },
    );
  }
}

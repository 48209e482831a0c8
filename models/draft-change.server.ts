import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** One change of a draft; its place among the others is that of its id. */
export class DraftChange extends Model<InferAttributes<DraftChange>, InferCreationAttributes<DraftChange>> {
  declare id: CreationOptional<number>;
  declare draftId: number;
  /** The browser's own name for it, so that sending it again changes nothing. */
  declare changeId: string;
  /** JSON of a `TranscriptChange`, or of a `DocumentChange`. */
  declare content: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    DraftChange.init(
      {
        ...rowColumns(),
        draftId: { type: DataTypes.BIGINT, allowNull: false },
        changeId: { type: DataTypes.STRING(40), allowNull: false },
        content: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'draft_changes' },
    );
  }
}

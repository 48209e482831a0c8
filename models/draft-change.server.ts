import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** One change of a draft; changes are ordered by id. */
export class DraftChange extends Model<InferAttributes<DraftChange>, InferCreationAttributes<DraftChange>> {
  declare id: CreationOptional<number>;
  declare draftId: number;
  /** Id given by the browser, so that resending a change is idempotent. */
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

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
import { DraftChange } from './draft-change.server';

/** Unsaved changes of a transcript or a document. */
export class Draft extends Model<InferAttributes<Draft>, InferCreationAttributes<Draft>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: CreationOptional<number | null>;
  declare documentId: CreationOptional<number | null>;
  /** Number of the saved version that the changes apply to. */
  declare version: number;
  declare changes?: NonAttribute<DraftChange[]>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Draft.init(
      {
        ...rowColumns(),
        transcriptionId: { type: DataTypes.BIGINT, allowNull: true },
        documentId: { type: DataTypes.BIGINT, allowNull: true },
        version: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: 'drafts' },
    );
  }

  static associate(): void {
    Draft.hasMany(DraftChange, { as: 'changes', foreignKey: 'draftId' });
  }
}

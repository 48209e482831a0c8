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
import { Transcription } from './transcription.server';

/** A text document of a user, with or without a transcription. Its content is in its versions. */
export class Document extends Model<InferAttributes<Document>, InferCreationAttributes<Document>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  /** The transcription it came from; null without one, and after that was deleted. */
  declare transcriptionId: CreationOptional<number | null>;
  declare title: string;
  /** It was created from a summary. */
  declare isSummary: boolean;
  /** Number of the newest version. */
  declare version: number;
  declare savedAt: Date;
  /** When the owner confirmed that edits do not change the transcription. */
  declare warnedAt: CreationOptional<Date | null>;
  /** Search terms of title and text, as `userScopedTerms` writes them. */
  declare words: string;
  declare transcription?: NonAttribute<Transcription | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Document.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: true },
        title: { type: DataTypes.STRING(255), allowNull: false },
        isSummary: { type: DataTypes.BOOLEAN, allowNull: false },
        version: { type: DataTypes.INTEGER, allowNull: false },
        savedAt: { type: DataTypes.DATE(3), allowNull: false },
        warnedAt: { type: DataTypes.DATE(3), allowNull: true },
        words: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'documents' },
    );
  }

  static associate(): void {
    Document.belongsTo(Transcription, { as: 'transcription', foreignKey: 'transcriptionId' });
  }
}

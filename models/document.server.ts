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

/** A text that somebody writes, of a transcription or without one. What it says stands in its versions. */
export class Document extends Model<InferAttributes<Document>, InferCreationAttributes<Document>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  /** The transcription that it came from; null without one, and after that was deleted. */
  declare transcriptionId: CreationOptional<number | null>;
  declare title: string;
  /** It was made of a summary. */
  declare isSummary: boolean;
  /** Of the newest version. */
  declare version: number;
  declare savedAt: Date;
  /** When its owner confirmed to know that editing it leaves the transcription as it is. */
  declare warnedAt: CreationOptional<Date | null>;
  /** What its title and text are found by, as `ownedWords` writes it. */
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

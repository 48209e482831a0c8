import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A saved version of a document's text; only the name of a row changes. */
export class DocumentVersion extends Model<
  InferAttributes<DocumentVersion>,
  InferCreationAttributes<DocumentVersion>
> {
  declare id: CreationOptional<number>;
  declare documentId: number;
  /** From 1. */
  declare number: number;
  /** Gzipped HTML with the formats allowed in documents. */
  declare content: Buffer;
  /** Given by its owner. */
  declare name: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    DocumentVersion.init(
      {
        ...rowColumns(),
        documentId: { type: DataTypes.BIGINT, allowNull: false },
        number: { type: DataTypes.INTEGER, allowNull: false },
        content: { type: DataTypes.BLOB('long'), allowNull: false },
        name: { type: DataTypes.STRING(80), allowNull: true },
      },
      { sequelize, tableName: 'document_versions' },
    );
  }
}

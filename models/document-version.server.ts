import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A saved version of a document's text; rows are immutable. */
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
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    DocumentVersion.init(
      {
        ...rowColumns(),
        documentId: { type: DataTypes.BIGINT, allowNull: false },
        number: { type: DataTypes.INTEGER, allowNull: false },
        content: { type: DataTypes.BLOB('long'), allowNull: false },
      },
      { sequelize, tableName: 'document_versions' },
    );
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** The outcome of a form that was already carried out, so that the same post again changes nothing. */
export class Submission extends Model<InferAttributes<Submission>, InferCreationAttributes<Submission>> {
  declare id: CreationOptional<number>;
  /** Keyed hash of its scope (whose form it is) and the form's hidden field. */
  declare submissionId: string;
  /** JSON of what the service answered. */
  declare outcome: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Submission.init(
      {
        ...rowColumns(),
        submissionId: { type: DataTypes.STRING(64), allowNull: false },
        outcome: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'submissions' },
    );
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** An idempotency key with the stored answer of its form, so that a repeated post changes nothing. */
export class Submission extends Model<InferAttributes<Submission>, InferCreationAttributes<Submission>> {
  declare id: CreationOptional<number>;
  /** Keyed hash of the scope (owner of the form) and the idempotency key from the form's hidden field. */
  declare submissionId: string;
  /** JSON of the service's answer. */
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

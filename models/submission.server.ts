import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';

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
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
        submissionId: { type: DataTypes.STRING(64), allowNull: false },
        outcome: { type: DataTypes.TEXT, allowNull: false },
        createdAt: DataTypes.DATE(3),
        updatedAt: DataTypes.DATE(3),
      },
      { sequelize, tableName: 'submissions' },
    );
  }
}

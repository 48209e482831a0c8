import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** The answer to a call that carried an idempotency key, to be given again to a repeated one. */
export class ApiAnswer extends Model<InferAttributes<ApiAnswer>, InferCreationAttributes<ApiAnswer>> {
  declare id: CreationOptional<number>;
  /** Keyed hash of the account and its key. */
  declare keyHash: string;
  /** Hash of method, path and body: the same key must not name another call. */
  declare fingerprint: string;
  /** Until then the first call is being carried out; another process may take over later. */
  declare leaseUntil: Date;
  /** Null until the answer is known. */
  declare status: CreationOptional<number | null>;
  /** JSON of the answer's headers. */
  declare headers: CreationOptional<string | null>;
  declare body: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    ApiAnswer.init(
      {
        ...rowColumns(),
        keyHash: { type: DataTypes.STRING(64), allowNull: false },
        fingerprint: { type: DataTypes.STRING(64), allowNull: false },
        leaseUntil: { type: DataTypes.DATE(3), allowNull: false },
        status: { type: DataTypes.INTEGER, allowNull: true },
        headers: { type: DataTypes.TEXT, allowNull: true },
        body: { type: DataTypes.TEXT('long'), allowNull: true },
      },
      { sequelize, tableName: 'api_answers' },
    );
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** Names that an account gave to people in its transcripts, for suggestions. */
export class KnownSpeakers extends Model<
  InferAttributes<KnownSpeakers>,
  InferCreationAttributes<KnownSpeakers>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** JSON of `string[]`, the last used first. */
  declare names: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    KnownSpeakers.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        names: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'known_speakers' },
    );
  }
}

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { Profile, QuotedPassages } from '@/app/domain/transcript/degravacao/record';
import { rowColumns } from './columns.server';

/** What the degravação of a transcription says apart from the text; `''` for what is not known. */
export class Degravacao extends Model<InferAttributes<Degravacao>, InferCreationAttributes<Degravacao>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** Incremented at every change. */
  declare version: number;
  declare profile: Profile;
  declare quoted: QuotedPassages;
  declare caseNumber: string;
  declare court: string;
  declare actKind: string;
  /** 'YYYY-MM-DD' */
  declare hearingDate: string;
  /** 'YYYY-MM-DD' */
  declare recordingDate: string;
  /** JSON of `Participant[]`. */
  declare participants: string;
  declare responsible: string;
  declare registration: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    const text = (length: number) => ({ type: DataTypes.STRING(length), allowNull: false });
    Degravacao.init(
      {
        ...rowColumns(),
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        version: { type: DataTypes.INTEGER, allowNull: false },
        profile: text(16),
        quoted: text(16),
        caseNumber: text(25),
        court: text(160),
        actKind: text(160),
        hearingDate: text(10),
        recordingDate: text(10),
        participants: { type: DataTypes.TEXT, allowNull: false },
        responsible: text(160),
        registration: text(60),
      },
      { sequelize, tableName: 'degravacoes' },
    );
  }
}

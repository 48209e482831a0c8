import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** Actions of a signed-in user confirmed by a code; 'prove-email' comes before 'change-email'. */
export type ConfirmedActionPurpose =
  | 'prove-email'
  | 'change-email'
  | 'end-sessions'
  | 'add-passkey'
  | 'remove-passkey'
  | 'recovery-codes'
  | 'delete-account';

/** Action that the verified address allows. */
export type ChallengePurpose = 'login' | 'signup' | ConfirmedActionPurpose;

/** A request to verify an e-mail address by the mailed code or link. Secrets are stored as hashes. */
export class LoginChallenge extends Model<
  InferAttributes<LoginChallenge>,
  InferCreationAttributes<LoginChallenge>
> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare purpose: ChallengePurpose;
  declare email: string;
  /** The name entered at sign-up; null at login. */
  declare name: string | null;
  /** Of the browser at sign-up; null when unknown, and at login. */
  declare timeZone: CreationOptional<string | null>;
  /** Sign-up only: the campaign (utm_source) that it came from. */
  declare leadOrigin: CreationOptional<string | null>;
  /** The account, when known beforehand. */
  declare userId: CreationOptional<number | null>;
  declare language: string;
  declare codeHash: string;
  declare linkHash: string;
  declare tries: CreationOptional<number>;
  declare addressHash: string;
  declare expiresAt: Date;
  declare usedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    LoginChallenge.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        purpose: { type: DataTypes.STRING(16), allowNull: false },
        email: { type: DataTypes.STRING(254), allowNull: false },
        name: { type: DataTypes.STRING(120), allowNull: true },
        timeZone: { type: DataTypes.STRING(64), allowNull: true },
        leadOrigin: { type: DataTypes.STRING(120), allowNull: true },
        userId: { type: DataTypes.BIGINT, allowNull: true },
        language: { type: DataTypes.STRING(8), allowNull: false },
        codeHash: { type: DataTypes.STRING(64), allowNull: false },
        linkHash: { type: DataTypes.STRING(64), allowNull: false },
        tries: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        addressHash: { type: DataTypes.STRING(64), allowNull: false },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
        usedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'login_challenges' },
    );
  }
}

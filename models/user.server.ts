import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { settings } from '@/app/config/env.server';
import { DEFAULT_TIME_ZONE } from '@/app/domain/format/time-zone';
import { rowColumns } from './columns.server';

export type Role = 'user' | 'admin';
/** 1 not begun, 2 in the questions, 3 at the final screen, 4 done (contract). */
export type OnboardingStep = '1' | '2' | '3' | '4';
export type ConsumptionRule = 'TRIAL' | 'SUBSCRIPTION';

/** Where nothing is sold, every account's is SUBSCRIPTION, whatever is stored. */
export const consumptionRuleOf = (stored: ConsumptionRule): ConsumptionRule =>
  settings.sells ? stored : 'SUBSCRIPTION';

/** An account. A deleted one keeps its row without personal data. */
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  /** Lower case, trimmed. */
  declare email: string;
  declare name: string;
  declare role: CreationOptional<Role>;
  /** As `consumptionRuleOf`. */
  declare consumptionRule: CreationOptional<ConsumptionRule>;
  /** Customer id at the payment provider; null before the first checkout. */
  declare customerId: CreationOptional<string | null>;
  /** Language of the interface and of mails; null until chosen. */
  declare language: CreationOptional<string | null>;
  /** IANA name of the zone of its days, in pages and files. */
  declare timeZone: CreationOptional<string>;
  /** Storage key of the profile picture. */
  declare pictureKey: CreationOptional<string | null>;
  declare onboardingStep: CreationOptional<OnboardingStep>;
  /** JSON of the answers given so far. */
  declare onboardingAnswers: CreationOptional<string | null>;
  /** Whether outcome e-mails are sent for finished and failed transcriptions. */
  declare wantsNotices: CreationOptional<boolean>;
  /** Days after which the audio of finished transcriptions is deleted; null to keep it. */
  declare keepAudioDays: CreationOptional<number | null>;
  /** JSON of the settings of the player; null for the defaults. */
  declare playerSettings: CreationOptional<string | null>;
  /** When it agreed that voices are kept (biometric data); null without consent. */
  declare voicesConsentedAt: CreationOptional<Date | null>;
  /** When the terms of the meeting assistant were accepted; null before that. */
  declare meetingTermsAcceptedAt: CreationOptional<Date | null>;
  /** When Google ended the access to the calendar; null while one is linked, and when the user unlinked it. */
  declare calendarEndedAt: CreationOptional<Date | null>;
  /** Name of the account's folder in addresses for uploads; its public id. */
  declare container: CreationOptional<string | null>;
  /** Whether a code or an identity provider proved the e-mail address. */
  declare confirmedMail: CreationOptional<boolean>;
  /** The sector that the questionnaire asked for; null before that. */
  declare occupationArea: CreationOptional<string | null>;
  /** The campaign (utm_source) that the sign-up came from; null without one. */
  declare leadOrigin: CreationOptional<string | null>;
  /** Soft delete: the anonymised row stays for the ledger. */
  declare deletedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    User.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        email: { type: DataTypes.STRING(254), allowNull: false },
        name: { type: DataTypes.STRING(120), allowNull: false },
        role: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'user' },
        consumptionRule: {
          type: DataTypes.STRING(16),
          allowNull: false,
          defaultValue: 'TRIAL',
          get(this: User) {
            return consumptionRuleOf(this.getDataValue('consumptionRule'));
          },
        },
        customerId: { type: DataTypes.STRING(128), allowNull: true },
        language: { type: DataTypes.STRING(8), allowNull: true },
        timeZone: { type: DataTypes.STRING(64), allowNull: false, defaultValue: DEFAULT_TIME_ZONE },
        pictureKey: { type: DataTypes.STRING(128), allowNull: true },
        onboardingStep: { type: DataTypes.STRING(1), allowNull: false, defaultValue: '1' },
        onboardingAnswers: { type: DataTypes.TEXT, allowNull: true },
        wantsNotices: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        keepAudioDays: { type: DataTypes.INTEGER, allowNull: true },
        playerSettings: { type: DataTypes.TEXT, allowNull: true },
        voicesConsentedAt: { type: DataTypes.DATE(3), allowNull: true },
        meetingTermsAcceptedAt: { type: DataTypes.DATE(3), allowNull: true },
        calendarEndedAt: { type: DataTypes.DATE(3), allowNull: true },
        container: { type: DataTypes.STRING(64), allowNull: true },
        confirmedMail: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        occupationArea: { type: DataTypes.STRING(120), allowNull: true },
        leadOrigin: { type: DataTypes.STRING(120), allowNull: true },
        deletedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'users' },
    );
  }
}

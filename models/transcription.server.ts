import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { AppErrorCode } from '@/app/domain/errors';
import { ownedWords } from '@/app/domain/search/owned-words';
import type { TranscriptionStage, TranscriptionStatus } from '@/app/domain/transcription/status';
import { rowColumns } from './columns.server';
import { Tag } from './tag.server';
import { Tagging } from './tagging.server';
import { Transcript } from './transcript.server';

/** The work on one recording, from its acceptance to its text. */
export class Transcription extends Model<
  InferAttributes<Transcription>,
  InferCreationAttributes<Transcription>
> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  declare title: string;
  /** What its title is found by; kept by the model itself. */
  declare titleWords: CreationOptional<string | null>;
  declare isFavourite: CreationOptional<boolean>;
  declare fileName: string;
  /** The language spoken, as chosen at upload. */
  declare language: string;
  /** How many people speak, as somebody said at upload; null when nobody did. */
  declare speakerCount: CreationOptional<number | null>;
  declare isSample: CreationOptional<boolean>;
  /** Of the video that it is the sound of; null for an upload. */
  declare videoId: CreationOptional<string | null>;
  declare storageKey: string;
  declare sizeBytes: number;
  declare durationMs: number;
  /** SHA-256 of the recording's bytes in hex; null until somebody asks for it. */
  declare recordingSha256: CreationOptional<string | null>;
  declare status: TranscriptionStatus;
  declare stage: CreationOptional<TranscriptionStage | null>;
  declare progressPercent: CreationOptional<number>;
  /** The wallet transaction that reserved its minutes; null while ARMAZENADO. */
  declare holdId: CreationOptional<number | null>;
  declare modelName: CreationOptional<string | null>;
  /** 0 to 100; null until finished. */
  declare confidenceScore: CreationOptional<number | null>;
  /** False when the speakers could not be told apart: the text then stands under one label. */
  declare hasSpeakers: CreationOptional<boolean>;
  declare errorCode: CreationOptional<AppErrorCode | null>;
  /** JSON of `Concern[]`; null when there is nothing to doubt. */
  declare concerns: CreationOptional<string | null>;
  /** When the work under way will probably be done; null when nobody knows. */
  declare expectedAt: CreationOptional<Date | null>;
  declare startedAt: CreationOptional<Date | null>;
  declare finishedAt: CreationOptional<Date | null>;
  declare storedUntil: CreationOptional<Date | null>;
  /** When its owner was mailed that it had finished. */
  declare noticedAt: CreationOptional<Date | null>;
  /** When its owner was mailed that its file will be deleted. */
  declare deletionNoticedAt: CreationOptional<Date | null>;
  /** Since when there are copies of its recording to play. */
  declare copiedAt: CreationOptional<Date | null>;
  /** Since when its recording is not kept any more. */
  declare recordingGoneAt: CreationOptional<Date | null>;
  /** When its owner was told how far its text can be trusted. */
  declare confidenceSeenAt: CreationOptional<Date | null>;
  declare transcript?: NonAttribute<Transcript>;
  declare tags?: NonAttribute<Tag[]>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Transcription.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        title: { type: DataTypes.STRING(255), allowNull: false },
        titleWords: { type: DataTypes.TEXT, allowNull: true },
        isFavourite: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        fileName: { type: DataTypes.STRING(255), allowNull: false },
        language: { type: DataTypes.STRING(8), allowNull: false },
        speakerCount: { type: DataTypes.INTEGER, allowNull: true },
        isSample: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        videoId: { type: DataTypes.STRING(16), allowNull: true },
        storageKey: { type: DataTypes.STRING(128), allowNull: false },
        sizeBytes: { type: DataTypes.BIGINT, allowNull: false },
        durationMs: { type: DataTypes.BIGINT, allowNull: false },
        recordingSha256: { type: DataTypes.STRING(64), allowNull: true, field: 'recording_sha256' },
        status: { type: DataTypes.STRING(16), allowNull: false },
        stage: { type: DataTypes.STRING(16), allowNull: true },
        progressPercent: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        holdId: { type: DataTypes.BIGINT, allowNull: true },
        modelName: { type: DataTypes.STRING(64), allowNull: true },
        confidenceScore: { type: DataTypes.DOUBLE, allowNull: true },
        hasSpeakers: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        errorCode: { type: DataTypes.STRING(64), allowNull: true },
        concerns: { type: DataTypes.TEXT, allowNull: true },
        expectedAt: { type: DataTypes.DATE(3), allowNull: true },
        startedAt: { type: DataTypes.DATE(3), allowNull: true },
        finishedAt: { type: DataTypes.DATE(3), allowNull: true },
        storedUntil: { type: DataTypes.DATE(3), allowNull: true },
        noticedAt: { type: DataTypes.DATE(3), allowNull: true },
        deletionNoticedAt: { type: DataTypes.DATE(3), allowNull: true },
        copiedAt: { type: DataTypes.DATE(3), allowNull: true },
        recordingGoneAt: { type: DataTypes.DATE(3), allowNull: true },
        confidenceSeenAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      {
        sequelize,
        tableName: 'transcriptions',
        hooks: {
          beforeSave: (transcription) => {
            if (!transcription.changed('title')) return;
            transcription.titleWords = ownedWords(transcription.userId, transcription.title);
          },
        },
      },
    );
  }

  static associate(): void {
    Transcription.hasOne(Transcript, { as: 'transcript', foreignKey: 'transcriptionId' });
    Transcription.belongsToMany(Tag, {
      as: 'tags',
      through: Tagging,
      foreignKey: 'transcriptionId',
      otherKey: 'tagId',
    });
  }
}

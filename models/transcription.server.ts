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
import { MAX_SORT_KEY_LENGTH, titleSortKey } from '@/app/domain/library/title-sort-key';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import type { TranscriptionStage, TranscriptionStatus } from '@/app/domain/transcription/status';
import type { ImportFormat } from '@/app/domain/upload/import/imported-passage';
import { rowColumns } from './columns.server';
import { Summary } from './summary.server';
import { Tag } from './tag.server';
import { Tagging } from './tagging.server';
import { Transcript } from './transcript.server';

/** The transcription of one recording, from its acceptance to its text. */
export class Transcription extends Model<
  InferAttributes<Transcription>,
  InferCreationAttributes<Transcription>
> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  declare title: string;
  /** Search terms of the title; written by a hook. */
  declare titleWords: CreationOptional<string | null>;
  /** Sort key of the title; written by a hook. */
  declare titleKey: CreationOptional<string>;
  declare isFavourite: CreationOptional<boolean>;
  declare fileName: string;
  /** The spoken language, as chosen at upload. */
  declare language: string;
  /** Number of speakers given at upload; null when not given. */
  declare speakerCount: CreationOptional<number | null>;
  declare isSample: CreationOptional<boolean>;
  /** Id of the video whose audio it is; null for an upload. */
  declare videoId: CreationOptional<string | null>;
  /** Format of the file that its text was imported from; null for a recognized text. */
  declare importedFrom: CreationOptional<ImportFormat | null>;
  /** JSON of what the import put right (`ImportRepair[]`); null without any. */
  declare importRepairs: CreationOptional<string | null>;
  /** Nothing is stored there for a text that was imported without a recording. */
  declare storageKey: string;
  declare sizeBytes: number;
  declare durationMs: number;
  /** SHA-256 of the recording in hex; null until first requested. */
  declare recordingSha256: CreationOptional<string | null>;
  declare status: TranscriptionStatus;
  declare stage: CreationOptional<TranscriptionStage | null>;
  declare progressPercent: CreationOptional<number>;
  /** The wallet transaction that holds its minutes; null while ARMAZENADO. */
  declare holdId: CreationOptional<number | null>;
  declare modelName: CreationOptional<string | null>;
  /** 0 to 100; null until finished. */
  declare confidenceScore: CreationOptional<number | null>;
  /** False when diarization failed: the text then has a single speaker label. */
  declare hasSpeakers: CreationOptional<boolean>;
  declare errorCode: CreationOptional<AppErrorCode | null>;
  /** JSON of the transcript warnings (`TranscriptWarning[]`); null without any. */
  declare concerns: CreationOptional<string | null>;
  /** Estimated finish time of the work in progress; null when unknown. */
  declare expectedAt: CreationOptional<Date | null>;
  declare startedAt: CreationOptional<Date | null>;
  declare finishedAt: CreationOptional<Date | null>;
  declare storedUntil: CreationOptional<Date | null>;
  /** When the outcome e-mail was sent. */
  declare noticedAt: CreationOptional<Date | null>;
  /** When the deletion warning was sent. */
  declare deletionNoticedAt: CreationOptional<Date | null>;
  /** Since when playback copies of the recording exist. */
  declare copiedAt: CreationOptional<Date | null>;
  /** Since when the recording is no longer stored. */
  declare recordingGoneAt: CreationOptional<Date | null>;
  /** When the owner was shown the confidence score. */
  declare confidenceSeenAt: CreationOptional<Date | null>;
  /** When the owner last read it; null before the first time. */
  declare openedAt: CreationOptional<Date | null>;
  /** Where the owner stopped, in ms of the recording; null at its beginning. */
  declare positionMs: CreationOptional<number | null>;
  declare transcript?: NonAttribute<Transcript>;
  declare summary?: NonAttribute<Summary | null>;
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
        titleKey: { type: DataTypes.STRING(MAX_SORT_KEY_LENGTH), allowNull: false, defaultValue: '' },
        isFavourite: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        fileName: { type: DataTypes.STRING(255), allowNull: false },
        language: { type: DataTypes.STRING(8), allowNull: false },
        speakerCount: { type: DataTypes.INTEGER, allowNull: true },
        isSample: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        videoId: { type: DataTypes.STRING(16), allowNull: true },
        importedFrom: { type: DataTypes.STRING(16), allowNull: true },
        importRepairs: { type: DataTypes.TEXT, allowNull: true },
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
        openedAt: { type: DataTypes.DATE(3), allowNull: true },
        positionMs: { type: DataTypes.BIGINT, allowNull: true },
      },
      {
        sequelize,
        tableName: 'transcriptions',
        hooks: {
          beforeSave: (transcription) => {
            if (!transcription.changed('title')) return;
            transcription.titleWords = userScopedTerms(transcription.userId, transcription.title);
            transcription.titleKey = titleSortKey(transcription.title);
          },
        },
      },
    );
  }

  static associate(): void {
    Transcription.hasOne(Transcript, { as: 'transcript', foreignKey: 'transcriptionId' });
    Transcription.hasOne(Summary, { as: 'summary', foreignKey: 'transcriptionId' });
    Transcription.belongsToMany(Tag, {
      as: 'tags',
      through: Tagging,
      foreignKey: 'transcriptionId',
      otherKey: 'tagId',
    });
  }
}

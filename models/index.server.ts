import type { Sequelize } from 'sequelize';
import { Checkpoint } from './checkpoint.server';
import { Job } from './job.server';
import { LoginChallenge } from './login-challenge.server';
import { Session } from './session.server';
import { Submission } from './submission.server';
import { Transcript } from './transcript.server';
import { Transcription } from './transcription.server';
import { User } from './user.server';
import { WalletAccount } from './wallet-account.server';
import { WalletEntry } from './wallet-entry.server';
import { WalletTransaction } from './wallet-transaction.server';

interface DefinableModel {
  define(sequelize: Sequelize): void;
  /** Called when all models are defined. */
  associate?(): void;
}

const models: DefinableModel[] = [
  Checkpoint,
  Job,
  LoginChallenge,
  Session,
  Submission,
  Transcript,
  Transcription,
  User,
  WalletAccount,
  WalletEntry,
  WalletTransaction,
];

/** Ties every model to `sequelize`, and no longer to the one before. */
export function defineModels(sequelize: Sequelize): void {
  for (const model of models) model.define(sequelize);
  for (const model of models) model.associate?.();
}

import type { Sequelize } from 'sequelize';
import { Ad } from './ad.server';
import { AdDismissal } from './ad-dismissal.server';
import { ApiAnswer } from './api-answer.server';
import { ApiToken } from './api-token.server';
import { AuditEntry } from './audit-entry.server';
import { CalendarLink } from './calendar-link.server';
import { Checkpoint } from './checkpoint.server';
import { Degravacao } from './degravacao.server';
import { Dictation } from './dictation.server';
import { Document } from './document.server';
import { DocumentVersion } from './document-version.server';
import { Draft } from './draft.server';
import { DraftChange } from './draft-change.server';
import { EventAssistant } from './event-assistant.server';
import { Flag } from './flag.server';
import { Glossary } from './glossary.server';
import { Identity } from './identity.server';
import { Invitation } from './invitation.server';
import { Job } from './job.server';
import { KnownDevice } from './known-device.server';
import { KnownSpeakers } from './known-speakers.server';
import { LiveSegment } from './live-segment.server';
import { LoginChallenge } from './login-challenge.server';
import { Meeting } from './meeting.server';
import { MeetingPiece } from './meeting-piece.server';
import { MeetingSettings } from './meeting-settings.server';
import { MeetingTimelineRow } from './meeting-timeline.server';
import { Order } from './order.server';
import { Passkey } from './passkey.server';
import { RateLimit } from './rate-limit.server';
import { RecoveryCode } from './recovery-code.server';
import { SearchableUtterance } from './searchable-utterance.server';
import { Session } from './session.server';
import { Share } from './share.server';
import { Submission } from './submission.server';
import { Subscription } from './subscription.server';
import { Summary } from './summary.server';
import { Tag } from './tag.server';
import { Tagging } from './tagging.server';
import { Transcript } from './transcript.server';
import { TranscriptTerm } from './transcript-term.server';
import { TranscriptVersion } from './transcript-version.server';
import { Transcription } from './transcription.server';
import { Upload } from './upload.server';
import { User } from './user.server';
import { Voice } from './voice.server';
import { WalletAccount } from './wallet-account.server';
import { WalletEntry } from './wallet-entry.server';
import { WalletLot } from './wallet-lot.server';
import { WalletTransaction } from './wallet-transaction.server';
import { WebhookDelivery } from './webhook-delivery.server';
import { WebhookEndpoint } from './webhook-endpoint.server';
import { Worker } from './worker.server';

interface DefinableModel {
  define(sequelize: Sequelize): void;
  /** Called after all models are defined. */
  associate?(): void;
}

const models: DefinableModel[] = [
  Ad,
  AdDismissal,
  ApiAnswer,
  ApiToken,
  WebhookEndpoint,
  WebhookDelivery,
  AuditEntry,
  CalendarLink,
  Checkpoint,
  Degravacao,
  Dictation,
  Document,
  DocumentVersion,
  Draft,
  DraftChange,
  EventAssistant,
  Flag,
  Glossary,
  Identity,
  Invitation,
  Job,
  KnownDevice,
  KnownSpeakers,
  LiveSegment,
  LoginChallenge,
  Meeting,
  MeetingPiece,
  MeetingSettings,
  MeetingTimelineRow,
  Order,
  Passkey,
  RateLimit,
  RecoveryCode,
  SearchableUtterance,
  TranscriptTerm,
  Session,
  Share,
  Submission,
  Subscription,
  Summary,
  Tag,
  Tagging,
  Transcript,
  TranscriptVersion,
  Transcription,
  Upload,
  User,
  Voice,
  WalletAccount,
  WalletEntry,
  WalletLot,
  WalletTransaction,
  Worker,
];

/** Defines every model on `sequelize`, replacing the previous connection. */
export function defineModels(sequelize: Sequelize): void {
  for (const model of models) model.define(sequelize);
  for (const model of models) model.associate?.();
}

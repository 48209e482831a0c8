import * as accountsWalletTranscriptionsJobs from './0001-accounts-wallet-transcriptions-jobs.server';
import * as identitiesFlagsAdsAuditLimits from './0002-identities-flags-ads-audit-limits.server';
import * as transcriptVersionsDrafts from './0003-transcript-versions-drafts.server';
import * as library from './0004-library.server';
import * as summariesShares from './0005-summaries-shares.server';
import * as ordersSubscriptions from './0006-orders-subscriptions.server';
import * as uploads from './0007-uploads.server';
import * as retentionVideos from './0008-retention-videos.server';
import * as confidenceSeen from './0009-confidence-seen.server';
import * as subscriptionMonths from './0010-subscription-months.server';
import * as documents from './0012-documents.server';
import * as uploadSessions from './0013-upload-sessions.server';
import * as glossaries from './0014-glossaries.server';
import * as speakerCount from './0015-speaker-count.server';
import * as concernsEstimates from './0016-concerns-estimates.server';
import * as knownDevices from './0018-known-devices.server';
import * as jobSubjects from './0019-job-subjects.server';
import * as versionNames from './0020-version-names.server';
import * as playerSettings from './0022-player-settings.server';
import * as knownSpeakers from './0023-known-speakers.server';
import * as degravacoes from './0024-degravacoes.server';
import * as listOrderReadingPlace from './0025-list-order-reading-place.server';
import * as passkeys from './0026-passkeys.server';
import * as recoveryCodes from './0027-recovery-codes.server';
import * as unattendedUploads from './0028-unattended-uploads.server';
import * as walletLots from './0029-wallet-lots.server';
import * as paymentDetails from './0030-payment-details.server';
import * as accountTimeZones from './0031-account-time-zones.server';
import * as canceledOrdersSignUpZones from './0032-canceled-orders-sign-up-zones.server';
import * as rememberedVoices from './0033-remembered-voices.server';
import * as importedTranscripts from './0035-imported-transcripts.server';
import * as phraseSearch from './0036-phrase-search.server';
import * as meetings from './0037-meetings.server';
import * as calendar from './0038-calendar.server';
import * as api from './0039-api.server';
import * as webhooks from './0040-webhooks.server';
import * as jobTurns from './0041-job-turns.server';
import * as invitations from './0042-invitations.server';
import * as workers from './0043-workers.server';
import * as nightlyIndexes from './0045-nightly-indexes.server';
import type { Dialect, Step } from './steps.server';

export interface Migration {
  /** Stored in the database; must never change once released. */
  name: string;
  /**
   * Steps of the migration, in order. On SQLite all pending migrations run in one transaction without foreign
   * key actions, checked before the commit. On MySQL each step commits by itself and is recorded, and the
   * next start resumes after a kill.
   */
  steps(dialect: Dialect): Step[];
}

/** In the order in which they are applied. */
export const migrations: Migration[] = [
  accountsWalletTranscriptionsJobs,
  identitiesFlagsAdsAuditLimits,
  transcriptVersionsDrafts,
  library,
  summariesShares,
  ordersSubscriptions,
  uploads,
  retentionVideos,
  confidenceSeen,
  subscriptionMonths,
  documents,
  uploadSessions,
  glossaries,
  speakerCount,
  concernsEstimates,
  knownDevices,
  jobSubjects,
  versionNames,
  playerSettings,
  knownSpeakers,
  degravacoes,
  listOrderReadingPlace,
  passkeys,
  recoveryCodes,
  unattendedUploads,
  walletLots,
  paymentDetails,
  accountTimeZones,
  canceledOrdersSignUpZones,
  rememberedVoices,
  importedTranscripts,
  phraseSearch,
  meetings,
  calendar,
  api,
  webhooks,
  jobTurns,
  invitations,
  workers,
  nightlyIndexes,
];

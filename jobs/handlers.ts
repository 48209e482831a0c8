import { JOB_NAMES, type JobQueue, jobKind } from '@/app/domain/jobs';
import {
  notifyEmailChange,
  notifyPasskeyChange,
  notifyPersonalToken,
  notifyRecoveryCodes,
} from '@/app/services/account/send-account-mail.server';
import { sendInvitationEmail } from '@/app/services/admin/invitations.server';
import { cancelSubscription } from '@/app/services/billing/payments/cancel-subscription.server';
import { maintainSubscriptions } from '@/app/services/billing/payments/maintain-subscriptions.server';
import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import { refundRevokedSubscription } from '@/app/services/billing/payments/refund-revoked.server';
import { notifyRefund } from '@/app/services/billing/payments/send-refund-mail.server';
import { syncPayment } from '@/app/services/billing/payments/sync-payment.server';
import { updateCustomer } from '@/app/services/billing/payments/update-customer.server';
import { assertLedgerIntegrity } from '@/app/services/billing/wallet/check-ledger.server';
import { syncAllAssistants } from '@/app/services/calendar/assistants/sync-all-assistants.server';
import { revokeCalendar } from '@/app/services/calendar/link/revoke-calendar.server';
import { sendCalendarEmail } from '@/app/services/calendar/link/send-calendar-email.server';
import { indexSavedDocument } from '@/app/services/document/index-document.server';
import { enforceRetention } from '@/app/services/library/retention/enforce-retention.server';
import { sendDeletionWarnings } from '@/app/services/library/retention/send-deletion-warnings.server';
import { attendMeeting, handleMeetingDeadLetter } from '@/app/services/meeting/attend-meeting.server';
import { endLateMeetings } from '@/app/services/meeting/end-late-meetings.server';
import { removeOrphanedPieces } from '@/app/services/meeting/meeting-pieces.server';
import { sendMeetingFailureEmail } from '@/app/services/meeting/send-failure-email.server';
import { makeScheduledBackup } from '@/app/services/platform/backup/scheduled-backup.server';
import type { JobHandlers } from '@/app/services/platform/jobs/job';
import { removeFiles } from '@/app/services/platform/storage/remove-files.server';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { indexSavedTranscript } from '@/app/services/transcript/saved-text.server';
import { summarizeTranscript } from '@/app/services/transcript/summary/summarize-transcript.server';
import { fetchAddress } from '@/app/services/transcription/address/fetch-address.server';
import { alignToAudio, handleAlignmentDeadLetter } from '@/app/services/transcription/align-to-audio.server';
import { copyRecording } from '@/app/services/transcription/copy-recording.server';
import { deleteRemoteTranscript } from '@/app/services/transcription/delete-remote-transcript.server';
import { drawPeaks } from '@/app/services/transcription/draw-peaks.server';
import {
  failTranscription,
  handleTranscriptionDeadLetter,
} from '@/app/services/transcription/fail-transcription.server';
import {
  handleSpeakersDeadLetter,
  identifySpeakers,
} from '@/app/services/transcription/identify-speakers.server';
import { followDictation } from '@/app/services/transcription/live/dictation/follow-dictation.server';
import { sendOutcomeEmail } from '@/app/services/transcription/send-outcome-email.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { fetchVideo } from '@/app/services/transcription/video/fetch-video.server';
import { finishUnattendedUploads } from '@/app/services/upload/finish-unattended-uploads.server';
import { takeFile } from '@/app/services/upload/watch/take-file.server';
import { deliverWebhook, resumeDelivery } from '@/app/services/webhook/deliver-webhook.server';
import { dropOldDeliveries } from '@/app/services/webhook/deliveries.server';
import { sendWebhookEmail } from '@/app/services/webhook/disable-endpoint.server';

export const handlers: JobHandlers = {
  transcribe: { run: transcribe, onDeadLetter: handleTranscriptionDeadLetter },
  'identify-speakers': { run: identifySpeakers, onDeadLetter: handleSpeakersDeadLetter },
  'align-words': { run: alignToAudio, onDeadLetter: handleAlignmentDeadLetter },
  'fetch-address': {
    run: fetchAddress,
    onDeadLetter: (run) => failTranscription(run, 'address.unreachable'),
  },
  'fetch-video': { run: fetchVideo, onDeadLetter: (run) => failTranscription(run, 'video.refused') },
  'take-file': { run: takeFile },
  'attend-meeting': { run: (run) => attendMeeting(run), onDeadLetter: handleMeetingDeadLetter },
  'follow-dictation': { run: followDictation },
  'meeting-notice': { run: sendMeetingFailureEmail },
  summarize: { run: summarizeTranscript },
  'copy-recording': { run: copyRecording },
  'draw-peaks': { run: drawPeaks },
  'index-transcript': { run: ({ payload }) => indexSavedTranscript(payload.transcriptionId) },
  'index-document': { run: ({ payload }) => indexSavedDocument(payload.documentId) },
  notice: { run: sendOutcomeEmail },
  'forget-elsewhere': { run: deleteRemoteTranscript },
  'remove-files': { run: removeFiles },
  'announce-email-change': { run: notifyEmailChange },
  'announce-passkey': { run: notifyPasskeyChange },
  'announce-recovery-codes': { run: notifyRecoveryCodes },
  'announce-personal-token': { run: notifyPersonalToken },
  'send-invitation': { run: sendInvitationEmail },
  'announce-refund': { run: notifyRefund },
  'update-customer': { run: updateCustomer },
  'sync-payment': { run: syncPayment },
  'cancel-subscription': { run: cancelSubscription },
  'revoke-subscription': { run: refundRevokedSubscription },
  notices: { run: sendDeletionWarnings },
  retention: { run: enforceRetention },
  sweep: {
    run: async () => {
      await sweep();
      await removeOrphanedPieces();
      await dropOldDeliveries();
    },
  },
  'ledger-check': { run: assertLedgerIntegrity },
  subscriptions: { run: maintainSubscriptions },
  'finish-uploads': { run: finishUnattendedUploads },
  'late-meetings': { run: endLateMeetings },
  'calendar-notice': { run: sendCalendarEmail },
  'deliver-webhook': { run: deliverWebhook, onDeadLetter: resumeDelivery },
  'retry-webhook': { run: deliverWebhook, onDeadLetter: resumeDelivery },
  'webhook-notice': { run: sendWebhookEmail },
  'revoke-calendar': { run: revokeCalendar },
  calendar: { run: syncAllAssistants },
  reconcile: { run: reconcilePayments },
  backup: { run: makeScheduledBackup },
};

export const handlersOf = (queue: JobQueue): Partial<JobHandlers> =>
  Object.fromEntries(
    JOB_NAMES.filter((name) => jobKind(name).queue === queue).map((name) => [name, handlers[name]]),
  );

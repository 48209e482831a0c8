import { Op, type Transaction } from 'sequelize';
import { lanesOf, meetingSubject } from '@/app/domain/jobs';
import { recordingStorageKeys } from '@/app/domain/transcription/recording-copies';
import { isInProgress } from '@/app/domain/transcription/status';
import { AdDismissal } from '@/models/ad-dismissal.server';
import { ApiToken } from '@/models/api-token.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { Document } from '@/models/document.server';
import { EventAssistant } from '@/models/event-assistant.server';
import { Glossary } from '@/models/glossary.server';
import { Identity } from '@/models/identity.server';
import { Invitation } from '@/models/invitation.server';
import { Job } from '@/models/job.server';
import { KnownDevice } from '@/models/known-device.server';
import { KnownSpeakers } from '@/models/known-speakers.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { Meeting } from '@/models/meeting.server';
import { MeetingSettings } from '@/models/meeting-settings.server';
import { Passkey } from '@/models/passkey.server';
import { RecoveryCode } from '@/models/recovery-code.server';
import { Session } from '@/models/session.server';
import { Subscription } from '@/models/subscription.server';
import { Tag } from '@/models/tag.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { Voice } from '@/models/voice.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { replaceFlagEmail } from '../admin/flags.server';
import { enqueueCancellations } from '../billing/payments/enqueue-cancellations.server';
import { enqueueCustomerUpdate } from '../billing/payments/update-customer.server';
import { closeHold } from '../billing/wallet/close-hold.server';
import { lockWallet } from '../billing/wallet/lock-wallet.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { dropCheckpoints } from '../transcription/checkpoints.server';
import { discardAllDictations } from '../transcription/live/dictation/discard-dictation.server';
import { consumeOwnChallenge, type OwnCodeForm } from './confirm-code.server';

/**
 * One transaction deletes all personal data; the ledger stays, under an anonymised user row. A job enqueued
 * in it removes the files, so a crash leaves neither a row without its file nor an orphaned file.
 * @throws AppError those of consumeChallenge
 */
export async function deleteAccount(form: OwnCodeForm): Promise<void> {
  const { userId } = form;
  await consumeOwnChallenge(form, 'delete-account', async (_challenge, transaction) => {
    // The registration of a recording takes the same lock first.
    await lockWallet(userId, transaction);
    // And the arrangement of a meeting takes this one.
    const lock = transaction.LOCK.UPDATE;
    const user = await User.findByPk(userId, { transaction, lock, rejectOnEmpty: true });
    await deleteJobs(userId, transaction);
    await removeMeetings(userId, transaction);
    await removeCalendar(userId, transaction);
    await cancelSubscriptions(userId, transaction);
    const keys = await removeTranscriptions(userId, transaction);
    keys.push(...(await removeUploads(userId, transaction)));
    await discardAllDictations(userId, transaction);
    if (user.pictureKey) keys.push(user.pictureKey);
    await deleteCredentials(user, transaction);
    await enqueueCustomerUpdate(user, transaction);
    await Invitation.destroy({ where: { email: user.email }, transaction });
    await anonymise(user, transaction);
    await enqueue('remove-files', { keys }, { transaction });
    return {};
  });
}

/** A worker running one of these jobs loses its lease and can write nothing more. */
async function deleteJobs(userId: number, transaction: Transaction): Promise<void> {
  await Job.destroy({ where: { lane: lanesOf(userId) }, transaction });
}

/** An assistant that is in a meeting finds no row any more, and leaves. */
async function removeMeetings(userId: number, transaction: Transaction): Promise<void> {
  const meetings = await Meeting.findAll({ where: { userId }, attributes: ['id'], transaction });
  const subject = meetings.map(({ id }) => meetingSubject(id));
  await Job.destroy({ where: { subject }, transaction });
  await EventAssistant.destroy({ where: { userId }, transaction });
  await Meeting.destroy({ where: { userId }, transaction });
  await MeetingSettings.destroy({ where: { userId }, transaction });
}

/** A job ends the access at the calendar's service. */
async function removeCalendar(userId: number, transaction: Transaction): Promise<void> {
  const link = await CalendarLink.findOne({ where: { userId }, transaction });
  await EventAssistant.destroy({ where: { userId }, transaction });
  if (!link) return;
  const { name, sealedTokens } = link;
  await link.destroy({ transaction });
  await enqueue('revoke-calendar', { userId, name, sealedTokens }, { transaction });
}

async function cancelSubscriptions(userId: number, transaction: Transaction): Promise<void> {
  const status = ['waiting', 'active', 'pastDue'] as const;
  const running = await Subscription.findAll({ where: { userId, status: [...status] }, transaction });
  await enqueueCancellations(
    running.map(({ externalId }) => externalId),
    transaction,
  );
}

/**
 * Releases open holds too. Transcripts go with their transcriptions. Returns the storage keys of recordings
 * and copies.
 */
async function removeTranscriptions(userId: number, transaction: Transaction): Promise<string[]> {
  const transcriptions = await Transcription.findAll({
    where: { userId },
    attributes: ['id', 'status', 'holdId', 'storageKey'],
    transaction,
  });
  for (const { status, holdId } of transcriptions) {
    if (holdId && isInProgress(status)) await closeHold(holdId, 'release', transaction);
  }
  await dropCheckpoints(
    transcriptions.map(({ id }) => id),
    transaction,
  );
  await Transcription.destroy({ where: { userId }, transaction });
  await Tag.destroy({ where: { userId }, transaction });
  await Document.destroy({ where: { userId }, transaction });
  await Glossary.destroy({ where: { userId }, transaction });
  await KnownSpeakers.destroy({ where: { userId }, transaction });
  await Voice.destroy({ where: { userId }, transaction });
  return transcriptions.flatMap(({ storageKey }) => recordingStorageKeys(storageKey));
}

/** @returns the storage keys of the unfinished uploads */
async function removeUploads(userId: number, transaction: Transaction): Promise<string[]> {
  const uploads = await Upload.findAll({ where: { userId }, transaction });
  await Upload.destroy({ where: { userId }, transaction });
  return uploads.map(({ storageKey }) => storageKey);
}

async function deleteCredentials({ id: userId, email }: User, transaction: Transaction): Promise<void> {
  await Session.destroy({ where: { userId }, transaction });
  await ApiToken.destroy({ where: { userId }, transaction });
  await WebhookEndpoint.destroy({ where: { userId }, transaction });
  await KnownDevice.destroy({ where: { userId }, transaction });
  await Session.update({ actingAsUserId: null }, { where: { actingAsUserId: userId }, transaction });
  await Passkey.destroy({ where: { userId }, transaction });
  await RecoveryCode.destroy({ where: { userId }, transaction });
  await Identity.destroy({ where: { userId }, transaction });
  await LoginChallenge.destroy({ where: { [Op.or]: [{ userId }, { email }] }, transaction });
  await AdDismissal.destroy({ where: { userId }, transaction });
}

/** `.invalid` addresses receive no mail (RFC 2606). */
async function anonymise(user: User, transaction: Transaction): Promise<void> {
  const email = `${user.id}@deleted.invalid`;
  await replaceFlagEmail(user.email, email, transaction);
  await user.update(
    {
      email,
      name: '',
      role: 'user',
      language: null,
      customerId: null,
      pictureKey: null,
      onboardingStep: '1',
      onboardingAnswers: null,
      container: null,
      occupationArea: null,
      leadOrigin: null,
      wantsNotices: false,
      playerSettings: null,
      meetingTermsAcceptedAt: null,
      calendarEndedAt: null,
      deletedAt: new Date(),
    },
    { transaction },
  );
}

import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { Summary } from '@/models/summary.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { findOwnSummary } from './read-summary.server';

/** `version` of the summary that the form showed (optimistic locking). */
export interface SummaryForm {
  version: number;
  submissionId: string;
}

/** As the owner's copy. @throws AppError 'transcription.not-found', 'summary.not-made' */
export const acceptSummary = (userId: number, publicId: string, form: SummaryForm): Promise<void> =>
  updateSummary(userId, publicId, { form, copyFrom: ({ summary }) => summary, failure: 'summary.not-made' });

/** @throws AppError 'transcription.not-found', 'summary.conflict' when it changed meanwhile */
export const editSummary = (
  userId: number,
  publicId: string,
  form: SummaryForm & { summaryCopy: string },
): Promise<void> =>
  updateSummary(userId, publicId, { form, copyFrom: () => form.summaryCopy, failure: 'summary.conflict' });

/** The generated summary stays. @throws AppError 'transcription.not-found', 'summary.not-deleted' */
export const deleteSummary = (userId: number, publicId: string, form: SummaryForm): Promise<void> =>
  updateSummary(userId, publicId, { form, copyFrom: () => null, failure: 'summary.not-deleted' });

/**
 * Sets or deletes the owner's copy of the present summary; null deletes it.
 * @throws AppError 'transcription.not-found', 'summary.not-made' before there is a summary, 'summary.conflict' when it
 *   changed meanwhile
 */
export async function setSummaryCopy(
  userId: number,
  publicId: string,
  { summaryCopy, submissionId }: { summaryCopy: string | null; submissionId: string },
): Promise<void> {
  const summary = await findOwnSummary(userId, publicId);
  if (!summary) throw new AppError('summary.not-made');
  const form = { version: summary.version, submissionId };
  await updateSummary(userId, publicId, { form, copyFrom: () => summaryCopy, failure: 'summary.conflict' });
}

function updateSummary(
  userId: number,
  publicId: string,
  {
    form,
    copyFrom,
    failure,
  }: { form: SummaryForm; copyFrom(summary: Summary): string | null; failure: AppErrorCode },
): Promise<void> {
  return withIdempotencyKey(`summary:${userId}`, form.submissionId, async (transaction) => {
    const summary = await findOwnSummary(userId, publicId, transaction);
    if (!summary) throw new AppError(failure);
    const [changed] = await Summary.update(
      { summaryCopy: copyFrom(summary), version: form.version + 1 },
      { where: { id: summary.id, version: form.version }, transaction },
    );
    if (changed === 0) throw new AppError(failure);
  });
}

import { Op } from 'sequelize';
import { Transcription } from '@/models/transcription.server';

/** A much shorter or longer recording says little of how long this one takes. */
const MOST_TIMES = 4;
/** Work that began longer ago was interrupted, and has less before it. */
const JUST_BEGUN_MS = 10_000;

/**
 * When the work on a recording that begins now will be over, in ms, if it goes as fast as the last one of about its
 * length by the same model; null without such a one, and for work that goes on after an interruption.
 */
export async function guessOverAt(
  { durationMs, startedAt }: Pick<Transcription, 'durationMs' | 'startedAt'>,
  modelName: string,
): Promise<number | null> {
  const now = Date.now();
  if (startedAt && now - startedAt.getTime() > JUST_BEGUN_MS) return null;
  const alike = await Transcription.findOne({
    where: {
      ...{ status: 'succeeded', modelName },
      startedAt: { [Op.ne]: null },
      durationMs: { [Op.between]: [durationMs / MOST_TIMES, durationMs * MOST_TIMES] },
    },
    order: [['id', 'DESC']],
  });
  if (!alike?.startedAt || !alike.finishedAt) return null;
  const tookMs = alike.finishedAt.getTime() - alike.startedAt.getTime();
  return now + (tookMs * durationMs) / alike.durationMs;
}

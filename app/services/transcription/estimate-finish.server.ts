import { Op } from 'sequelize';
import { Transcription } from '@/models/transcription.server';

/** Maximum ratio of the two lengths; a much shorter or longer recording is a poor predictor. */
const MAX_LENGTH_RATIO = 4;
/** Work that started longer ago was interrupted, and has less left to do. */
const JUST_BEGUN_MS = 10_000;

/** By the speed of the last similar recording, in epoch ms; null without one, and for resumed work. */
export async function estimateFinish(
  { durationMs, startedAt }: Pick<Transcription, 'durationMs' | 'startedAt'>,
  modelName: string,
): Promise<number | null> {
  const now = Date.now();
  if (startedAt && now - startedAt.getTime() > JUST_BEGUN_MS) return null;
  const similar = await Transcription.findOne({
    where: {
      status: 'succeeded',
      modelName,
      startedAt: { [Op.ne]: null },
      durationMs: { [Op.between]: [durationMs / MAX_LENGTH_RATIO, durationMs * MAX_LENGTH_RATIO] },
    },
    order: [['id', 'DESC']],
  });
  if (!similar?.startedAt || !similar.finishedAt) return null;
  const tookMs = similar.finishedAt.getTime() - similar.startedAt.getTime();
  return now + (tookMs * durationMs) / similar.durationMs;
}

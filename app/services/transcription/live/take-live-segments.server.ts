import type { Transaction } from 'sequelize';
import { speech } from '@/app/integrations/speech/index.server';
import { LiveSegment } from '@/models/live-segment.server';
import { keepSegments } from '../checkpoints.server';
import type { LiveSource } from './live-segments.server';

/**
 * Gives what was heard to the transcription that the recording became, before its job runs: the job resumes after it,
 * so that this text does not change. Only the first piece counts, since later ones are joined to it at a time that is
 * known to the second only. Drops all when another speech model is used by now.
 */
export async function takeLiveSegments(
  source: LiveSource,
  transcriptionId: number,
  transaction: Transaction,
): Promise<void> {
  const rows = await LiveSegment.findAll({
    where: { ...source, startMs: 0 },
    order: ['number'],
    transaction,
  });
  await LiveSegment.destroy({ where: source, transaction });
  if (rows.length === 0 || !speech.follow) return;
  const model = await speech.modelName(false);
  if (rows.some((row) => row.model !== model)) return;
  await keepSegments(
    transcriptionId,
    rows.map(({ content }) => content),
    transaction,
  );
}

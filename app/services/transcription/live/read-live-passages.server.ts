import { Dictation } from '@/models/dictation.server';
import { LiveSegment } from '@/models/live-segment.server';
import { type Passage, textOf, writePassages } from '../write-passages.server';
import { segmentOf } from './live-segments.server';

/** What was heard of a dictation so far, in order; without speakers. The caller has authorized the access. */
export async function readLivePassages(dictationId: number): Promise<Passage[]> {
  const dictation = await Dictation.findByPk(dictationId);
  const rows = await LiveSegment.findAll({ where: { dictationId }, order: ['number'] });
  if (!dictation || rows.length === 0) return [];
  const { userId, language } = dictation;
  return writePassages({ ...textOf(rows.map(segmentOf)), userId, language });
}

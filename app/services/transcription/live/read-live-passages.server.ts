import type { StoredSegment } from '@/app/integrations/speech/port';
import { Dictation } from '@/models/dictation.server';
import { LiveSegment } from '@/models/live-segment.server';
import { Meeting } from '@/models/meeting.server';
import { type Passage, textOf, writePassages } from '../write-passages.server';
import type { LiveSource } from './live-segments.server';

/**
 * What was heard so far, in order; without speakers. Times are those of the whole recording. The caller has authorized
 * the access.
 */
export async function readLivePassages(source: LiveSource): Promise<Passage[]> {
  const owned = await ('meetingId' in source
    ? Meeting.findByPk(source.meetingId)
    : Dictation.findByPk(source.dictationId));
  const rows = await LiveSegment.findAll({ where: source, order: ['number'] });
  if (!owned || rows.length === 0) return [];
  const { userId, language } = owned;
  return writePassages({ ...textOf(rows.map(shiftedSegment)), userId, language });
}

function shiftedSegment({ content, startMs: offsetMs }: LiveSegment): StoredSegment {
  const segment = JSON.parse(content) as StoredSegment;
  const words = segment.words.map((word) => ({
    ...word,
    startMs: word.startMs + offsetMs,
    endMs: word.endMs + offsetMs,
  }));
  return { ...segment, words };
}

import type { FollowRequest, StoredSegment } from '@/app/integrations/speech/port';
import { LiveSegment } from '@/models/live-segment.server';

/** Whose recording is heard while it grows. */
export type LiveSource = { meetingId: number } | { dictationId: number };

/** The engine's store for one piece of the recording. @param piece model: name of the speech model */
export function liveStore(
  source: LiveSource,
  { startMs, model }: { startMs: number; model: string },
): FollowRequest['notes'] {
  const where = { ...source, startMs };
  return {
    async readSegments() {
      const rows = await LiveSegment.findAll({ where, order: ['number'] });
      return rows.map(({ content }) => JSON.parse(content) as StoredSegment);
    },
    async addSegment(segment) {
      const last = await LiveSegment.max<number | null, LiveSegment>('number', { where: source });
      const number = (last ?? -1) + 1;
      await LiveSegment.create({ ...where, number, model, content: JSON.stringify(segment) });
    },
    async deleteSegments() {
      await LiveSegment.destroy({ where });
    },
  };
}

/** What was heard, with the times of the whole recording. */
export function segmentOf({ content, startMs: offsetMs }: LiveSegment): StoredSegment {
  const segment = JSON.parse(content) as StoredSegment;
  const words = segment.words.map((word) => ({
    ...word,
    startMs: word.startMs + offsetMs,
    endMs: word.endMs + offsetMs,
  }));
  return { ...segment, words };
}

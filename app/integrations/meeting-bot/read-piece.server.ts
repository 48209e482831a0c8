import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Evidence } from './meet/evidence';
import { readTimeline } from './meet/read-timeline';
import { START_FILE, TIMELINE_FILE } from './meet/task';
import { AUDIO_FILE, type VisitedPiece } from './port';

/** Reads what a visit left in its folder, also one that was killed; null when nothing was recorded. */
export async function readPiece(folder: string): Promise<VisitedPiece | null> {
  const audioPath = path.join(folder, AUDIO_FILE);
  const audio = await stat(audioPath).catch(() => null);
  if (!audio || audio.size === 0) return null;
  const start = await readFile(path.join(folder, START_FILE), 'utf8').catch(() => '{}');
  const lines = await readFile(path.join(folder, TIMELINE_FILE), 'utf8').catch(() => '');
  const evidence = lines.split('\n').flatMap(parseLine);
  const has = (kind: Evidence['kind']) => evidence.some((entry) => entry.kind === kind);
  return {
    audioPath,
    startedAt: startOf(start) ?? audio.birthtime,
    timeline: readTimeline(evidence),
    isUnheard: has('unheard') && !has('sound'),
  };
}

function startOf(text: string): Date | null {
  try {
    const { startedAt } = JSON.parse(text) as { startedAt?: string };
    return startedAt && !Number.isNaN(Date.parse(startedAt)) ? new Date(startedAt) : null;
  } catch {
    return null;
  }
}

/** A kill may leave half a line. */
function parseLine(line: string): Evidence[] {
  try {
    return line ? [JSON.parse(line) as Evidence] : [];
  } catch {
    return [];
  }
}

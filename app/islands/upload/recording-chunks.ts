import type { DBSchema } from 'idb';
import { browserStore } from '../draft/browser-store';
import { RECORDING_KEY } from './recording-key';

/** A chunk of a microphone recording. The chunks of one recording, concatenated, are a file. */
interface RecordingChunk {
  /** Start of its recording, in ms since 1970. */
  recording: number;
  place: number;
  bytes: Blob;
  /** Length of the recording up to the end of this chunk, in ms, without pauses. */
  untilMs: number;
}

interface Schema extends DBSchema {
  pieces: { key: [number, number]; value: RecordingChunk };
}

const openRecordings = browserStore<Schema>('celeste-recordings', (database) => {
  database.createObjectStore('pieces', { keyPath: ['recording', 'place'] });
});

const ofRecording = (recording: number) => IDBKeyRange.bound([recording, 0], [recording, Infinity]);

/** Stores a chunk on the disk, so that a tab which crashes loses no more than the chunk after it. */
export async function storeChunk(piece: RecordingChunk): Promise<void> {
  localStorage.setItem(RECORDING_KEY, String(piece.recording));
  await (await openRecordings()).put('pieces', piece);
}

/** @returns null when nothing of it is stored */
export async function loadRecording(recording: number): Promise<{ file: File; durationMs: number } | null> {
  const all = await (await openRecordings()).getAll('pieces', ofRecording(recording));
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return null;
  const { type } = first.bytes;
  const bytes = all.map((chunk) => chunk.bytes);
  const file = new File(bytes, nameOf(recording) + endingOf(type), { type, lastModified: recording });
  return { file, durationMs: last.untilMs };
}

export async function deleteRecording(recording: number): Promise<void> {
  localStorage.removeItem(RECORDING_KEY);
  await (await openRecordings()).delete('pieces', ofRecording(recording));
}

/** In local time, without characters that a file name cannot have: '2026-11-21 19.05'. */
function nameOf(recording: number): string {
  const local = new Date(recording - new Date(recording).getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, 16).replace('T', ' ').replace(':', '.');
}

const endingOf = (type: string) => (type.includes('mp4') ? '.m4a' : type.includes('ogg') ? '.ogg' : '.webm');

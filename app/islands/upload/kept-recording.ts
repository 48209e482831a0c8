import { BrowserStore } from '../parts/browser-store';
import { RECORDING_KEY } from './recording-key';

/** A piece of what the microphone heard. The pieces of one recording, one after the other, are a file. */
interface Piece {
  /** When its recording began, in ms since 1970. */
  recording: number;
  place: number;
  bytes: Blob;
  /** How long the recording was up to here, without its pauses. */
  untilMs: number;
}

const pieces = new BrowserStore('celeste-recordings', 'pieces', (database) =>
  database.createObjectStore('pieces', { keyPath: ['recording', 'place'] }),
);

const ofRecording = (recording: number) => IDBKeyRange.bound([recording, 0], [recording, Infinity]);

/** Keeps a piece on the disk, so that a tab which dies loses no more than the piece after it. */
export async function keepPiece(piece: Piece): Promise<void> {
  localStorage.setItem(RECORDING_KEY, String(piece.recording));
  await pieces.run('readwrite', (store) => store.put(piece));
}

/** @returns null when nothing of it is kept */
export async function keptRecording(recording: number): Promise<{ file: File; durationMs: number } | null> {
  const all = (await pieces.run('readonly', (store) => store.getAll(ofRecording(recording)))) as Piece[];
  const last = all.at(-1);
  if (!last) return null;
  const { type } = all[0]!.bytes;
  const file = new File(
    all.map(({ bytes }) => bytes),
    `${nameOf(recording)}${endingOf(type)}`,
    { type, lastModified: recording },
  );
  return { file, durationMs: last.untilMs };
}

export async function forgetRecording(recording: number): Promise<void> {
  localStorage.removeItem(RECORDING_KEY);
  await pieces.run('readwrite', (store) => store.delete(ofRecording(recording)));
}

/** By the clock of the browser, without what a file name cannot have: '2026-11-21 19.05'. */
function nameOf(recording: number): string {
  const local = new Date(recording - new Date(recording).getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, 16).replace('T', ' ').replace(':', '.');
}

const endingOf = (type: string) => (type.includes('mp4') ? '.m4a' : type.includes('ogg') ? '.ogg' : '.webm');

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { workPath } from '@/app/config/own-work.server';
import { type Pack, speechDir } from './pack.server';

/** A download writes its state every second; without an update for this long its process is dead. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

const schema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('fetching'), doneBytes: z.number(), totalBytes: z.number(), at: z.number() }),
  z.object({ state: z.literal('unavailable'), reason: z.string(), at: z.number() }),
]);

/** State of the last attempt to download a pack; every process on the same data folder can read it. */
type FetchState = z.infer<typeof schema>;

type NewFetchState =
  | { state: 'fetching'; doneBytes: number; totalBytes: number }
  | { state: 'unavailable'; reason: string };

const stateFile = (pack: Pack, dataDir: string) =>
  path.join(speechDir(dataDir), `${pack.name}.progress.json`);

/** Writes the state synchronously, so that the next reader sees it. */
export function writeFetchState(pack: Pack, dataDir: string, state: NewFetchState): void {
  const file = stateFile(pack, dataDir);
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = workPath(path.dirname(file), path.basename(file));
  writeFileSync(unfinished, JSON.stringify({ ...state, at: Date.now() }));
  renameSync(unfinished, file);
}

/** Null before the first attempt. A download whose process has died counts as unavailable. */
export function readFetchState(pack: Pack, dataDir: string): FetchState | null {
  let json: string;
  try {
    json = readFileSync(stateFile(pack, dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const state = schema.parse(JSON.parse(json));
  const isDead = state.state === 'fetching' && Date.now() - state.at > HEARTBEAT_TIMEOUT_MS;
  return isDead ? { state: 'unavailable', reason: 'the process that fetched it ended', at: state.at } : state;
}

import { access, constants, mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { storage } from '@/app/integrations/storage/index.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { freeBytesForJobs } from '../storage/disk-space.server';
import { countLiveWorkers } from './worker-presence.server';

/** Health checks give up after a few seconds. */
const TIMEOUT_MS = 1_800;
/** A check that still hangs then is not waited for by new ones. */
const MAX_CHECK_MS = 30_000;
const MEGABYTE = 1024 ** 2;

/** `late`: it does not answer; `full`: of the disk. */
export interface Obstacle {
  part: 'database' | 'folder' | 'storage' | 'disk';
  fault: 'late' | 'failed' | 'full';
}

export interface Readiness {
  /** Why nothing should be sent here; empty when all is well. */
  obstacles: Obstacle[];
  /** Null when unknown. */
  freeMegabytes: number | null;
  /** Null when unknown. */
  liveWorkers: number | null;
}

/** How a part answered in time; `null` for one that did not. */
type Answer<T> = { value: T } | { error: unknown } | null;

interface Check {
  startedAt: number;
  parts: ReturnType<typeof examine>;
}

let latest: Check | null = null;

/**
 * Of database, queue, data directory, storage and disk space. Resolves within two seconds, whatever hangs; a part that
 * hangs is asked once, however many ask for it.
 */
export async function checkReadiness(): Promise<Readiness> {
  const check = latest && performance.now() - latest.startedAt < MAX_CHECK_MS ? latest : begin();
  const timeout = new AbortController();
  const late = sleep(TIMEOUT_MS, null, { signal: timeout.signal }).catch(() => null);
  const [rows, folder, files, space] = await Promise.all([
    Promise.race([check.parts.rows, late]),
    Promise.race([check.parts.folder, late]),
    Promise.race([check.parts.files, late]),
    Promise.race([check.parts.space, late]),
  ]);
  timeout.abort();
  const freeBytes = valueIn(space);
  return {
    obstacles: [
      ...obstacle('database', rows),
      ...obstacle('folder', folder),
      ...obstacle('storage', files),
      ...(freeBytes === null ? obstacle('disk', space) : lackOfSpace(freeBytes)),
    ],
    freeMegabytes: freeBytes === null ? null : Math.floor(freeBytes / MEGABYTE),
    liveWorkers: valueIn(rows),
  };
}

function begin(): Check {
  const check = { startedAt: performance.now(), parts: examine() };
  latest = check;
  void Promise.all(Object.values(check.parts)).then(() => {
    if (latest === check) latest = null;
  });
  return check;
}

const examine = () => ({
  rows: answerOf(async () => {
    await database().authenticate();
    await Job.findOne({ attributes: ['id'] });
    return countLiveWorkers();
  }),
  folder: answerOf(async () => {
    await mkdir(settings.dataDir, { recursive: true });
    await access(settings.dataDir, constants.W_OK);
  }),
  files: answerOf(() => storage.checkHealth()),
  space: answerOf(() => freeBytesForJobs()),
});

const answerOf = <T>(ask: () => Promise<T>): Promise<Answer<T>> =>
  ask().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

const valueIn = <T>(answer: Answer<T>): T | null => (answer && 'value' in answer ? answer.value : null);

function obstacle(part: Obstacle['part'], answer: Answer<unknown>): Obstacle[] {
  if (!answer) return [{ part, fault: 'late' }];
  return 'error' in answer ? [{ part, fault: 'failed' }] : [];
}

const lackOfSpace = (freeBytes: number): Obstacle[] =>
  freeBytes < settings.minFreeBytes ? [{ part: 'disk', fault: 'full' }] : [];

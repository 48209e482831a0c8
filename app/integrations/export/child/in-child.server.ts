import { fork } from 'node:child_process';
import { once } from 'node:events';
import { childScript } from '@/app/config/child-script.server';
import { projectDir } from '@/app/config/env.server';
import type { ExportTask } from './task';

/** Enough for thousands of pages; past it only the child ends, and not the server. */
const MAX_HEAP_MB = 1024;
/** Each takes a core while it runs; others wait their turn. */
const MOST_AT_ONCE = 2;
/** How much of what a child complains of is kept, in characters. */
const COMPLAINT_LENGTH = 2_000;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Makes a file in a process of its own, so that a long one holds up nobody else's page. A job would need a
 * row, a page to wait on and a file to clear away, for what takes seconds even with hundreds of pages.
 * @throws the signal's reason when it aborts first
 */
export async function inChild(task: ExportTask, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    return await make(task, signal);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function make(task: ExportTask, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const script = childScript('app/integrations/export/child/child.ts');
  const child = fork(script.path, [], {
    execArgv: [...script.execArgv, `--max-old-space-size=${MAX_HEAP_MB}`],
    cwd: projectDir,
    // Settings and secrets of this process are none of its business.
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_LENGTH);
  });
  const ended = once(child, 'close').then(([code, killedBy]) => {
    const end = killedBy ?? `code ${code}`;
    throw new Error(`the process that makes a ${task.format} file ended with ${end}: ${complaint}`);
  });
  try {
    child.send(task, () => undefined);
    const [file] = await Promise.race([once(child, 'message', { signal }), ended]);
    return file as Uint8Array<ArrayBuffer>;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Child process that attends one meeting. It leads a process group of its own, so that its parent can end it and all
 * that it has started; it ends itself and its browser when the parent is gone or silent.
 */
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitEnd } from '../port';
import { removeScratchFolder } from '../scratch-folder.server';
import { attend } from './attend';
import { FAREWELL_MS, type FromChild, LOST_PARENT_MS, type ToChild } from './task';

const leaving = new AbortController();
let heardAt = performance.now();

function tell(message: FromChild): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send!(message, () => resolve());
    else resolve();
  });
}

/** Leaves politely, and in any case. */
function leave(end: VisitEnd): void {
  leaving.abort(end);
  setTimeout(() => process.exit(1), 2 * FAREWELL_MS).unref();
}

process.once('disconnect', () => leave({ reason: 'crashed', detail: 'the parent is gone' }));
process.on('SIGTERM', () => leave({ reason: 'stopped' }));
setInterval(() => {
  if (performance.now() - heardAt > LOST_PARENT_MS)
    leave({ reason: 'crashed', detail: 'the parent is silent' });
}, 500).unref();

process.on('message', (message: ToChild) => {
  heardAt = performance.now();
  if (message.kind === 'stop') leave({ reason: 'stopped' });
  if (message.kind !== 'task') return;
  attend(message.task, {
    onBrowser: (pid) => void tell({ kind: 'browser', pid }),
    onState: (state) => void tell({ kind: 'state', state }),
    signal: leaving.signal,
  })
    .catch((error: Error): VisitEnd => ({ reason: 'crashed', detail: error.message.split('\n', 1)[0]! }))
    .then((end) => tell({ kind: 'end', end }))
    .then(() => (process.connected ? sleep(50) : removeScratchFolder(tmpdir())))
    .then(() => process.exit(0));
});

import { Worker } from 'node:worker_threads';
import { findSegments } from './detect-speech';
import { diarize } from './diarize';
import { follow } from './follow';
import { PcmReader } from './pcm';
import { recognize } from './recognize';
import { RECORDING_ENDED, type SpeechReport, type SpeechTask, type Stage, type StageParts } from './task';

const MS_BETWEEN_REPORTS = 200;

/** A native call can block the event loop for minutes, so that a thread watches the parent's id as well. */
function endWithParent(): void {
  process.once('disconnect', () => process.exit(1));
  const watch = `
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);
  `;
  new Worker(watch, { eval: true, execArgv: [] }).unref();
}

function report(message: SpeechReport): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

function progressReporter(): (fraction: number) => void {
  let reportedAt = 0;
  return (fraction) => {
    const now = performance.now();
    if (now - reportedAt < MS_BETWEEN_REPORTS) return;
    reportedAt = now;
    void report({ kind: 'progress', fraction });
  };
}

/** Listens from the start: the message may come while models are loaded. */
function recordingEnd(): AbortSignal {
  const end = new AbortController();
  process.on('message', (message) => {
    if (message === RECORDING_ENDED) end.abort();
  });
  return end.signal;
}

async function run(task: SpeechTask, ended: AbortSignal): Promise<void> {
  const pcm = await PcmReader.open(task.audio);
  const onProgress = progressReporter();
  const onPart = (part: StageParts[Stage]) => report({ kind: 'part', part });
  switch (task.stage) {
    case 'detect':
      await onPart(await findSegments(pcm, task.models, onProgress));
      break;
    case 'recognize':
      await recognize(pcm, task.models, {
        ...task.orders,
        onSegmentStart: ({ startMs }) => report({ kind: 'begun', startMs }),
        onSegment: onPart,
        onProgress,
      });
      break;
    case 'follow':
      await follow(pcm, task.models, { ...task.orders, ended, onRange: onPart });
      break;
    case 'diarize':
      await diarize(pcm, task.models, { ...task.orders, onBlock: onPart, onProgress });
      break;
  }
  await pcm.close();
  await report({ kind: 'done' });
}

endWithParent();
const ended = recordingEnd();
process.once('message', (task: SpeechTask) => void run(task, ended));

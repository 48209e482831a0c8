import { Worker } from 'node:worker_threads';
import { findSegments } from './detect-speech';
import { diarize } from './diarize';
import { PcmReader } from './pcm';
import { recognize } from './recognize';
import type { SpeechReport, SpeechTask, StageResults } from './task';

const MS_BETWEEN_REPORTS = 200;

/**
 * Ends this process with the one that started it. A native call can hold the loop for
 * minutes, so besides the closed channel a thread watches for a new parent.
 */
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

async function run({ stage, models, audio, speakerCount }: SpeechTask): Promise<void> {
  const pcm = await PcmReader.open(audio);
  const stages: { [S in keyof StageResults]: () => Promise<StageResults[S]> } = {
    detect: () => findSegments(pcm, models, progressReporter()),
    recognize: () => recognize(pcm, models, progressReporter()),
    diarize: () => diarize(pcm, models, { onProgress: progressReporter(), speakerCount }),
  };
  const result = await stages[stage]();
  await pcm.close();
  await report({ kind: 'done', result });
}

endWithParent();
process.once('message', (task: SpeechTask) => void run(task));

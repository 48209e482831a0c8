/**
 * The process that libav runs in: what a hostile file breaks is this and nothing else.
 * Arguments: 'probe' <path> <longest ms>, answers with one line of JSON, a Verdict;
 * or 'decode' <path> <AudioFindings as JSON>, answers with the samples;
 * or 'encode' <path of samples> <kbit/s>, answers with an mp3. All on stdout.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AV_LOG_ERROR } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { mp3Of } from './mp3';
import { findingsOf, openRecording } from './recording';
import { samplesOf } from './samples';

const [task, inputPath, detail] = process.argv.slice(2) as [string, string, string?];

process.on('disconnect', () => process.exit());
Log.setLevel(AV_LOG_ERROR);

if (task === 'encode') {
  for await (const frames of mp3Of(inputPath, Number(detail))) await write(frames);
} else {
  const recording = openRecording(inputPath);
  if (task === 'probe') {
    await write(JSON.stringify(recording ? await findingsOf(recording, Number(detail)) : 'refused'));
  } else if (recording?.audio) {
    for (const samples of samplesOf(recording.context, recording.audio, JSON.parse(detail!))) {
      await write(samples);
    }
  }
}

async function write(answer: Buffer | string): Promise<void> {
  if (!process.stdout.write(answer)) await once(process.stdout, 'drain');
  await nextTurn();
}

// Only when all of it has left: whoever reads this ends the process at once.
process.stdout.write('', () => process.send!('done'));

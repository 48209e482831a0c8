/**
 * Child process that isolates libav: a hostile file can crash only this process.
 * Arguments: 'probe' <path> <longest ms>, writes one line of JSON, a `ProbeOutcome`; 'decode' <path>
 * <AudioProbeResult as JSON>, writes the samples; 'follow', writes those of the recording that arrives on stdin, as it
 * comes; 'encode' <path of samples> <kbit/s>, writes an mp3. All on stdout.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AV_LOG_ERROR } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { encodeMp3 } from './mp3';
import { openGrowingRecording, openRecording, probeRecording } from './recording';
import { decodeGrowingSamples, decodeSamples } from './samples';

const [task, inputPath, detail] = process.argv.slice(2) as [string, string, string?];

process.on('disconnect', () => process.exit());
Log.setLevel(AV_LOG_ERROR);

if (task === 'encode') {
  for await (const frames of encodeMp3(inputPath, Number(detail))) await write(frames);
} else if (task === 'follow') {
  const recording = openGrowingRecording();
  if (recording?.audio) {
    for (const samples of decodeGrowingSamples(recording.context, recording.audio)) await write(samples);
  }
} else {
  const recording = openRecording(inputPath);
  if (task === 'probe') {
    await write(JSON.stringify(recording ? await probeRecording(recording, Number(detail)) : 'refused'));
  } else if (recording?.audio) {
    for (const samples of decodeSamples(recording.context, recording.audio, JSON.parse(detail!))) {
      await write(samples);
    }
  }
}

async function write(answer: Buffer | string): Promise<void> {
  if (!process.stdout.write(answer)) await once(process.stdout, 'drain');
  await nextTurn();
}

// Sent only after all output is flushed: the parent kills this process on receipt.
process.stdout.write('', () => process.send!('done'));

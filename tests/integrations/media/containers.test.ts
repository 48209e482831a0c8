import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { MediaDecoder } from '@/app/integrations/media/port';
import { wav } from '../../factories/wav';
import { availableAdapters, createTestFolder, decode, ffmpegPrograms, newOutput } from './adapters';
import { amr, recordingStudio, store, TONE_HZ, tone } from './recordings';
import { loudest, pitchHz, readSamples } from './samples';

/** Tolerance for a codec's frame, its encoder delay or a container's rounding. */
const TOLERANCE_MS = 60;
/**
 * Tolerance for a truncated frame, which counts as a packet and cannot be decoded; flac has the longest
 * frames.
 */
const LONGEST_FRAME_MS = 105;
const SECONDS = 5;

const folder = await createTestFolder();
const adapters = availableAdapters();
const recordings = new Map<string, Promise<string>>();

/** The recording of that name, created once for all adapters. */
function recording(name: string, makeIt: () => Promise<string>): Promise<string> {
  if (!recordings.has(name)) recordings.set(name, makeIt());
  return recordings.get(name)!;
}

async function read(decoder: MediaDecoder, input: string) {
  const output = newOutput(folder);
  const probe = await decoder.probe(input);
  const decoded = await decode(decoder, input, output);
  const { durationMs, samples } = await readSamples(output);
  expect(decoded.durationMs).toBe(Math.round(durationMs));
  expect(Number.isInteger(probe.durationMs)).toBe(true);
  return { probe, durationMs, samples };
}

function expectNear(actualMs: number, expectedMs: number, toleranceMs = TOLERANCE_MS) {
  expect(Math.abs(actualMs - expectedMs), `${actualMs} ms for ${expectedMs}`).toBeLessThanOrEqual(
    toleranceMs,
  );
}

function expectTone(samples: Int16Array, durationMs: number) {
  const [from, to] = [200, durationMs - 200];
  expect(Math.abs(pitchHz(samples, from, to) - TONE_HZ)).toBeLessThan(3);
  expect(loudest(samples, from, to)).toBeGreaterThan(500);
}

const studio = ffmpegPrograms && recordingStudio(ffmpegPrograms.ffmpeg, folder);

/** File name, then the ffmpeg arguments to create it. */
function madeByFfmpeg({
  toneInput,
  videoInput,
}: NonNullable<typeof studio>): [name: string, args: string[]][] {
  const audio = toneInput(SECONDS);
  const shorterThanItsVideo = [...videoInput(SECONDS + 3), ...audio, '-c:v', 'libx264'];
  return [
    ['cbr.mp3', [...audio, '-b:a', '64k']],
    ['vbr-without-an-index.mp3', [...audio, '-q:a', '5', '-write_xing', '0']],
    ['voice.m4a', [...audio]],
    ['fragmented.mp4', [...audio, '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '500000']],
    ['raw.aac', [...audio]],
    ['voice.ogg', [...toneInput(SECONDS, 48_000), '-c:a', 'libopus']],
    ['vorbis.oga', [...audio, '-c:a', 'libvorbis']],
    ['voice.flac', [...audio]],
    ['browser.webm', [...toneInput(SECONDS, 48_000), '-c:a', 'libopus', '-live', '1']],
    ['browser-vorbis.webm', [...audio, '-c:a', 'libvorbis', '-live', '1']],
    ['video.mp4', shorterThanItsVideo],
    ['video.mov', shorterThanItsVideo],
    ['video.mkv', shorterThanItsVideo],
    ['video.flv', [...shorterThanItsVideo, '-c:a', 'aac']],
    ['camera.mts', [...shorterThanItsVideo, '-c:a', 'ac3', '-f', 'mpegts']],
    ['camera.m2ts', [...shorterThanItsVideo, '-c:a', 'ac3', '-mpegts_m2ts_mode', '1']],
    ['video.asf', [...videoInput(SECONDS + 3), ...audio, '-c:v', 'wmv2', '-c:a', 'wmav2']],
    ['voice.wma', [...audio]],
    ['voice.ac3', [...audio]],
    ['voice.aiff', [...audio]],
    ['voice.au', [...audio]],
    ['voice.caf', [...audio, '-c:a', 'alac']],
    ['voice.voc', [...audio]],
    ['voice.tta', [...audio]],
    ['voice.wv', [...audio]],
    ['studio.flac', [...toneInput(SECONDS, 96_000), '-sample_fmt', 's32']],
    ['cinema.ac3', [...audio, '-ac', '6']],
    ['quad.wav', [...audio, '-ac', '4', '-c:a', 'pcm_s24le']],
    ['eight-microphones.aiff', [...toneInput(SECONDS, 192_000), '-ac', '8', '-c:a', 'pcm_s24be']],
    ['nine-tracks.mogg.ogg', [...audio, '-filter_complex', `asplit=9,amerge=inputs=9`, '-c:a', 'libvorbis']],
    ['cover.mp3', [...audio, ...videoInput(1), '-map', '0', '-map', '1', '-frames:v', '1', '-c:v', 'png']],
    [
      'cover.m4a',
      [
        ...[...audio, ...videoInput(1), '-map', '0', '-map', '1', '-frames:v', '1', '-c:v', 'mjpeg'],
        ...['-disposition:v', 'attached_pic'],
      ],
    ],
  ];
}

for (const { name, create } of adapters) {
  describe(`${name}: recordings`, () => {
    const decoder = create();

    it.each([8_000, 16_000, 44_100, 96_000])('wav of %i Hz', async (sampleRate) => {
      const file = await store(
        folder,
        `${sampleRate}.wav`,
        wav(tone(SECONDS, sampleRate), { samplesPerSecond: sampleRate }),
      );
      const { probe, durationMs, samples } = await read(decoder, file);
      expect(probe).toEqual({ format: 'wav', durationMs: SECONDS * 1000 });
      expectNear(durationMs, SECONDS * 1000);
      expectTone(samples, durationMs);
    });

    it('passes 16 kHz mono samples through unchanged', async () => {
      const file = await store(folder, 'same.wav', wav(tone(SECONDS)));
      const output = newOutput(folder);
      await decode(decoder, file, output);
      expect((await readFile(output)).equals(tone(SECONDS))).toBe(true);
    });

    it('amr', async () => {
      const { probe, durationMs } = await read(decoder, await store(folder, 'voice.amr', amr(250)));
      expect(probe).toEqual({ format: 'amr', durationMs: 5000 });
      expectNear(durationMs, 5000);
    });

    it.each([
      ['more', 0xffff_ff00],
      ['less', 16_000],
    ])('measures a wav whose header states %s than there is as decoding finds it', async (_, stated) => {
      const file = await store(folder, `states-${stated}.wav`, wav(tone(SECONDS), { statedBytes: stated }));
      const { probe, durationMs } = await read(decoder, file);
      expectNear(probe.durationMs, durationMs);
    });

    it('ignores special characters in file names', async () => {
      const names = [
        '-i.wav',
        'http:x.wav',
        'concat:a|b.wav',
        '%03d.wav',
        "it's [0:a],x=1.wav",
        'new\nline.wav',
      ];
      for (const odd of names) {
        // Runs both programs, with the arguments that decoding gives them.
        const probe = await decoder.probe(await store(folder, odd, wav(tone(1))));
        expect(probe).toEqual({ format: 'wav', durationMs: 1000 });
      }
    });

    it.each(['voice.mp4', 'voice.txt', 'voice.m3u8', 'voice'])('wav with the name %s', async (wrong) => {
      const file = await store(folder, wrong, wav(tone(SECONDS)));
      const { probe, samples, durationMs } = await read(decoder, file);
      expect(probe).toEqual({ format: 'wav', durationMs: SECONDS * 1000 });
      expectTone(samples, durationMs);
    });

    if (!studio) return;

    it('reads the first of two audio tracks, also when the second is the default', async () => {
      const input = await recording('two-tracks.mkv', () =>
        studio.make('two-tracks.mkv', [
          ...[...studio.toneInput(SECONDS), '-f', 'lavfi', '-i', `sine=900:d=${SECONDS}`],
          ...['-map', '0', '-map', '1', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
        ]),
      );
      const { samples, durationMs } = await read(decoder, input);
      expectTone(samples, durationMs);
    });

    it('keeps the timestamps of a track that starts later than its video', async () => {
      const input = await recording('late.mp4', () =>
        studio.make('late.mp4', [
          ...[...studio.videoInput(SECONDS), '-itsoffset', '2', ...studio.toneInput(SECONDS)],
          ...['-map', '0', '-map', '1', '-c:v', 'libx264', '-c:a', 'aac'],
        ]),
      );
      const { probe, samples, durationMs } = await read(decoder, input);
      expectNear(probe.durationMs, (SECONDS + 2) * 1000);
      expectNear(durationMs, (SECONDS + 2) * 1000);
      expect(loudest(samples, 0, 1900)).toBe(0);
      expectTone(samples.subarray(2000 * 16), SECONDS * 1000);
    });

    it('keeps the timestamps around a gap', async () => {
      const input = await recording('paused.webm', () =>
        studio.make('paused.webm', [
          ...[...studio.toneInput(9, 48_000), '-af', "aselect='not(between(t,3,6))'", '-c:a', 'libopus'],
        ]),
      );
      const { probe, samples, durationMs } = await read(decoder, input);
      expectNear(probe.durationMs, 9000);
      expectNear(durationMs, 9000);
      expect(loudest(samples, 3200, 5800)).toBe(0);
      expectTone(samples.subarray(6100 * 16), 2900);
    });

    it('loses no audio where the clock of concatenated recordings jumps back', async () => {
      const part = await recording('part.mts', () =>
        studio.make('part.mts', [...studio.toneInput(SECONDS), '-c:a', 'ac3', '-f', 'mpegts']),
      );
      const content = await readFile(part);
      const joined = await store(folder, 'joined.mts', Buffer.concat([content, content]));
      const { probe, durationMs } = await read(decoder, joined);
      expect(Math.abs(probe.durationMs - 2 * SECONDS * 1000)).toBeLessThanOrEqual(2 * TOLERANCE_MS);
      expect(Math.abs(durationMs - 2 * SECONDS * 1000)).toBeLessThanOrEqual(2 * TOLERANCE_MS);
    });

    it.each(['cbr.mp3', 'voice.ogg', 'voice.flac', 'browser.webm', 'camera.mts', 'fast-start.mp4'])(
      'half of %s',
      async (file) => {
        const makers = new Map([
          ...madeByFfmpeg(studio),
          ['fast-start.mp4', [...studio.toneInput(SECONDS), '-movflags', '+faststart']] as const,
        ]);
        const whole = await readFile(await recording(file, () => studio.make(file, [...makers.get(file)!])));
        const half = await store(folder, `half-${file}`, whole.subarray(0, whole.length / 2));
        const { probe, durationMs, samples } = await read(decoder, half);
        expectNear(probe.durationMs, durationMs, LONGEST_FRAME_MS);
        expect(durationMs).toBeGreaterThan(1000);
        expect(durationMs).toBeLessThan(SECONDS * 1000);
        expectTone(samples, durationMs);
      },
    );

    it('skips damaged frames', async () => {
      const whole = await readFile(
        await recording('cbr.mp3', () => studio.make('cbr.mp3', madeByFfmpeg(studio)[0]![1])),
      );
      whole.fill(0xa5, whole.length / 2, whole.length / 2 + 2000);
      const { durationMs, samples } = await read(decoder, await store(folder, 'damaged.mp3', whole));
      expect(durationMs).toBeGreaterThan(4000);
      expectTone(samples, 2000);
    });
  });
}

if (studio) {
  const decoders = adapters.map(({ create }) => create());

  describe('recordings that all adapters decode equally', () => {
    it.each(madeByFfmpeg(studio))('%s', async (file, args) => {
      const input = await recording(file, () => studio.make(file, args));
      const [first, ...others] = await Promise.all(decoders.map((decoder) => read(decoder, input)));
      expectNear(first!.probe.durationMs, SECONDS * 1000);
      expectNear(first!.durationMs, SECONDS * 1000);
      expectTone(first!.samples, first!.durationMs);
      for (const { probe, durationMs, samples } of others) {
        expect(probe.format).toBe(first!.probe.format);
        expectNear(probe.durationMs, first!.probe.durationMs);
        expectNear(durationMs, first!.durationMs);
        expectTone(samples, durationMs);
      }
    });

    it('an mp3 of a low bit rate, with a long encoder delay', async () => {
      const input = await studio.make('phone.mp3', studio.toneInput(SECONDS, 8_000));
      for (const { probe, durationMs, samples } of await Promise.all(
        decoders.map((decoder) => read(decoder, input)),
      )) {
        expectNear(probe.durationMs, SECONDS * 1000, 200);
        expectNear(durationMs, SECONDS * 1000);
        expectTone(samples, durationMs);
      }
    });
  });
}

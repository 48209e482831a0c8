import { open } from 'node:fs/promises';
import { describe, it } from 'vitest';
import type { AppErrorCode } from '@/app/domain/errors';
import { wav } from '@/tests/factories/wav';
import { availableAdapters, createTestFolder, expectRejection, ffmpegPrograms, newOutput } from './adapters';
import { amr, noise, recordingStudio, store, tone } from './recordings';

const folder = await createTestFolder();
const studio = ffmpegPrograms && recordingStudio(ffmpegPrograms.ffmpeg, folder);
const REFUSED: AppErrorCode[] = ['media.unsupported', 'media.invalid'];

for (const { name, create } of availableAdapters()) {
  const decoder = create();
  const expectRefused = (file: string, ...codes: AppErrorCode[]) =>
    expectRejection(decoder, file, newOutput(folder), codes);

  describe(`${name}: what is no recording`, () => {
    it('an empty file', async () => {
      await expectRefused(await store(folder, 'empty.mp3', ''), 'media.invalid');
    });

    it.each(['noise.mp3', 'noise.wav', 'noise'])('noise named %s', async (file) => {
      await expectRefused(await store(folder, file, noise(300_000)), 'media.invalid');
    });

    it('zeros', async () => {
      await expectRefused(await store(folder, 'zeros.mp3', Buffer.alloc(300_000)), ...REFUSED);
    });

    it('a text', async () => {
      await expectRefused(await store(folder, 'minutes.mp3', 'Ata da reunião.\n'.repeat(500)), ...REFUSED);
    });

    it('subtitles', async () => {
      const file = await store(
        folder,
        'lines.mp3',
        '1\n00:00:01,000 --> 00:00:02,000\nBom dia.\n\n'.repeat(9),
      );
      await expectRefused(file, ...REFUSED);
    });

    it('a wav without a sample', async () => {
      await expectRefused(await store(folder, 'nothing.wav', wav(Buffer.alloc(0))), 'media.invalid');
    });

    it('a wav of one sample a second, which lasts for days, without decoding it', async () => {
      const days = wav(Buffer.alloc(470_000), { samplesPerSecond: 1 });
      await expectRefused(await store(folder, 'days.wav', days), 'media.too-long');
    });

    it('headers alone', async () => {
      await expectRefused(await store(folder, 'cut.wav', wav(tone(1)).subarray(0, 30)), 'media.invalid');
      await expectRefused(await store(folder, 'cut.amr', amr(0)), ...REFUSED);
    });

    it('MIDI notes without audio', async () => {
      await expectRefused(
        await store(folder, 'song.mid', Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk')),
        ...REFUSED,
      );
    });

    if (!studio) return;

    it('a container that libav supports but the whitelist does not', async () => {
      const nut = await studio.make('voice.nut', [...studio.toneInput(2), '-c:a', 'pcm_s16le']);
      await expectRefused(nut, 'media.unsupported');
    });

    it('a video without audio', async () => {
      for (const file of ['mute.mp4', 'mute.mkv', 'mute.mov']) {
        const mute = await studio.make(file, [...studio.videoInput(2), '-c:v', 'libx264']);
        await expectRefused(mute, 'media.no-audio');
      }
    });

    it('a cover picture without audio', async () => {
      const cover = await studio.make('cover.mp4', [
        ...[...studio.videoInput(1), '-frames:v', '1', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'],
      ]);
      await expectRefused(cover, 'media.no-audio');
    });

    it('an impossible audio format', async () => {
      const odd = wav(tone(1));
      odd.writeUInt16LE(0xffff, 22);
      await expectRefused(await store(folder, 'most-channels.wav', odd), 'media.invalid');
    });

    it('a picture', async () => {
      await expectRefused(
        await studio.make('photo.jpg', [...studio.videoInput(1), '-frames:v', '1']),
        ...REFUSED,
      );
    });

    it('an mp4 truncated before its index', async () => {
      const file = await studio.make('no-index.mp4', studio.toneInput(5));
      const handle = await open(file, 'r+');
      await handle.truncate(5_000);
      await handle.close();
      await expectRefused(file, 'media.invalid');
    });
  });
}

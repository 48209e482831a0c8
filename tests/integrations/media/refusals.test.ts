import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { AppErrorCode } from '@/app/domain/errors';
import { wav } from '../../factories/wav';
import { adaptersHere, expectRefusal, ffmpegPrograms, newOutput, ownFolder } from './adapters';
import { amr, noise, recordingStudio, store, tone } from './recordings';

const folder = await ownFolder();
const studio = ffmpegPrograms && recordingStudio(ffmpegPrograms.ffmpeg, folder);
const REFUSED: AppErrorCode[] = ['media.unsupported', 'media.invalid'];

let connections = 0;
const listener = createServer((socket) => {
  connections++;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(listener, 'listening');
afterAll(() => void listener.close());
const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
const foreign = await store(folder, 'foreign.wav', wav(tone(2)));
/** What hls takes for a segment, where there is something to make it with. */
const segment = studio ? await studio.make('foreign.ts', [...studio.toneInput(2), '-c:a', 'aac']) : foreign;

const m3u8 = (uri: string) =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10.0,\n${uri}\n#EXT-X-ENDLIST\n`;
const mpd = (uri: string) => `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
<Period><AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="64000"><BaseURL>${uri}</BaseURL>
<SegmentList duration="10"><SegmentURL media="${uri}"/></SegmentList></Representation></AdaptationSet></Period></MPD>`;
const sdp = `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n`;

const playlists: [what: string, ownName: string, content: string][] = [
  ['hls of an address', 'list.m3u8', m3u8(`${address}/a.ts`)],
  ['hls of a file', 'list.m3u8', m3u8(`file://${segment}`)],
  ['hls of a neighbour', 'list.m3u8', m3u8(path.basename(segment))],
  ['concat of a file', 'list.ffconcat', `ffconcat version 1.0\nfile '${foreign}'\n`],
  ['concat of a neighbour', 'list.ffconcat', `ffconcat version 1.0\nfile ${path.basename(foreign)}\n`],
  ['concat of an address', 'list.ffconcat', `ffconcat version 1.0\nfile '${address}/a.wav'\n`],
  ['dash of an address', 'list.mpd', mpd(`${address}/a.mp4`)],
  ['dash of a file', 'list.mpd', mpd(`file://${foreign}`)],
  ['sdp', 'list.sdp', sdp],
  ['asx', 'list.asx', `<asx version="3.0"><entry><ref href="${address}/a.wma"/></entry></asx>`],
  ['an old reference', 'list.asf', `[Reference]\nRef1=${address}/a.asf\n`],
];

for (const { name, create } of adaptersHere()) {
  const decoder = create();
  const expectRefused = (file: string, ...codes: AppErrorCode[]) =>
    expectRefusal(decoder, file, newOutput(folder), codes);

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

    it('headers alone', async () => {
      await expectRefused(await store(folder, 'cut.wav', wav(tone(1)).subarray(0, 30)), 'media.invalid');
      await expectRefused(await store(folder, 'cut.amr', amr(0)), ...REFUSED);
    });

    it('notes without sound', async () => {
      await expectRefused(
        await store(folder, 'song.mid', Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk')),
        ...REFUSED,
      );
    });

    if (!studio) return;

    it('an unlisted container that libav knows well', async () => {
      const nut = await studio.make('voice.nut', [...studio.toneInput(2), '-c:a', 'pcm_s16le']);
      await expectRefused(nut, 'media.unsupported');
    });

    it('a video without sound', async () => {
      for (const file of ['mute.mp4', 'mute.mkv', 'mute.mov']) {
        const mute = await studio.make(file, [...studio.videoInput(2), '-c:v', 'libx264']);
        await expectRefused(mute, 'media.no-audio');
      }
    });

    it('a cover without sound', async () => {
      const cover = await studio.make('cover.mp4', [
        ...[...studio.videoInput(1), '-frames:v', '1', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'],
      ]);
      await expectRefused(cover, 'media.no-audio');
    });

    it('a picture', async () => {
      await expectRefused(
        await studio.make('photo.jpg', [...studio.videoInput(1), '-frames:v', '1']),
        ...REFUSED,
      );
    });

    it('an mp4 that breaks off before its index', async () => {
      const file = await studio.make('no-index.mp4', studio.toneInput(5));
      const handle = await open(file, 'r+');
      await handle.truncate(5_000);
      await handle.close();
      await expectRefused(file, 'media.invalid');
    });
  });

  describe(`${name}: playlists`, () => {
    it.each(playlists)('%s opens nothing', async (_, ownName, content) => {
      const before = connections;
      for (const file of ['list.mp3', ownName]) {
        await expectRefused(await store(folder, file, content), ...REFUSED);
      }
      expect(connections).toBe(before);
    });
  });
}

if (ffmpegPrograms) {
  const { ffprobe } = ffmpegPrograms;
  it('the listener hears a program that follows playlists', async () => {
    const before = connections;
    const file = await store(folder, 'control.m3u8', m3u8(`${address}/a.ts`));
    const args = ['-v', 'quiet', '-protocol_whitelist', 'file,http,tcp', file];
    await promisify(execFile)(ffprobe, args).catch(() => {});
    expect(connections).toBeGreaterThan(before);
  });
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { wav } from '../../factories/wav';
import { store, tone } from './recordings';

const run = promisify(execFile);

/** Targets that attack files reference and that no decoder may access. */
export interface Forbidden {
  /** URL of a server that records every connection. */
  address: string;
  /** A recording of another user. */
  recording: string;
  /** A text file of the system. */
  text: string;
}

/** Name and content of files that reference other files or URLs (local file disclosure, SSRF). */
export function textAttacks({ address, recording, text }: Forbidden): [name: string, content: string][] {
  const neighbour = path.basename(recording);
  const m3u8 = (lines: string) =>
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:9\n${lines}\n#EXT-X-ENDLIST\n`;
  const segment = (uri: string) => m3u8(`#EXTINF:9.0,\n${uri}`);
  const data = `data:audio/wav;base64,${wav(tone(1)).toString('base64')}`;
  const svg = (href: string) =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${href}" width="9" height="9"/></svg>`;
  const uris = [`${address}/a.wav`, `file://${recording}`, neighbour, `file://${text}`, data];
  const segments: [string, string][] = uris.map((uri, index) => [`segment-${index}.m3u8`, segment(uri)]);
  const hls: [string, string][] = uris.slice(0, 2).flatMap((uri, index) => [
    [`map-${index}.m3u8`, m3u8(`#EXT-X-MAP:URI="${uri}"\n#EXTINF:9.0,\n${uri}`)],
    [`key-${index}.m3u8`, m3u8(`#EXT-X-KEY:METHOD=AES-128,URI="${uri}"\n#EXTINF:9.0,\n${uri}`)],
  ]);
  const concat: [string, string][] = uris.map((uri, index) => [
    `concat-${index}.ffconcat`,
    `ffconcat version 1.0\nfile '${uri}'\n`,
  ]);
  const nested = `concat:${recording}|${text}`;
  const wrapped: [string, string][] = [nested, `subfile,,start,0,end,9,,:${text}`, `crypto:${text}`].map(
    (uri, index) => [`wrapped-${index}.m3u8`, segment(uri)],
  );
  const subtitles: [string, string][] = [
    [
      'lines.ass',
      `[Script Info]\nScriptType: v4.00+\n[Fonts]\nfontname: ${text}\n[Events]\nDialogue: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,{\\fn${text}}Bom dia.\n`,
    ],
    ['lines.srt', `1\n00:00:01,000 --> 00:00:09,000\n<font face="file://${text}">Bom dia.</font>\n`],
    [
      'lines.vtt',
      `WEBVTT\n\nSTYLE\n::cue { background: url(${address}/a.png) }\n\n00:01.000 --> 00:09.000\nOi\n`,
    ],
    ['lines.smi', `<SAMI><BODY><SYNC Start=1><P><img src="${address}/a.png">Oi</SYNC></BODY></SAMI>`],
    ['lines.idx', `# VobSub index file, v7\nid: pt, index: 0\ntimestamp: 00:00:01:000, filepos: 000000000\n`],
  ];
  const pointers: [string, string][] = [
    ['list.pls', `[playlist]\nFile1=${address}/a.mp3\nNumberOfEntries=1\n`],
    ['list.cue', `FILE "${recording}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`],
    ['list.sdp', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n'],
    ['list.rtsptext', `rtsptext\nrtsp://${new URL(address).host}/a\n`],
    ['list.asx', `<asx version="3.0"><entry><ref href="${address}/a.wma"/></entry></asx>`],
    ['list.asf', `[Reference]\nRef1=${address}/a.asf\n`],
    ['list.mpd', mpd(`${address}/a.mp4`)],
    [
      'list.xspf',
      `<playlist><trackList><track><location>${address}/a.ogg</location></track></trackList></playlist>`,
    ],
    ['picture-0.svg', svg(`${address}/a.png`)],
    ['picture-1.svg', svg(`file://${text}`)],
    ['entity.svg', `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${text}">]>${svg('&e;')}`],
  ];
  const asRecordings = [...segments, ...concat].map(([name, content]): [string, string] => [
    `${name}.mp3`,
    content,
  ]);
  return [...segments, ...hls, ...concat, ...asRecordings, ...wrapped, ...subtitles, ...pointers];
}

const mpd = (uri: string) => `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
<Period><AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="64000"><BaseURL>${uri}</BaseURL>
<SegmentList duration="9"><SegmentURL media="${uri}"/></SegmentList></Representation></AdaptationSet></Period></MPD>`;

/** Polyglots: valid recordings with a playlist before, behind or within, or links as cover pictures. */
export async function polyglots(folder: string, { address, text }: Forbidden): Promise<string[]> {
  const recording = wav(tone(1));
  const playlist = Buffer.from(`#EXTM3U\n#EXTINF:9.0,\n${address}/a.wav\n#EXT-X-ENDLIST\n`);
  const link = (uri: string) => frame('APIC', Buffer.from(`\0-->\0\x03\0${uri}\0`, 'latin1'));
  const tagged = id3([
    ...[link(`${address}/cover.png`), link(`file://${text}`)],
    ...[frame('WXXX', Buffer.from(`\0\0${address}/page`, 'latin1'))],
  ]);
  return Promise.all([
    store(folder, 'behind.wav', Buffer.concat([recording, playlist])),
    store(folder, 'before.wav', Buffer.concat([playlist, recording])),
    store(folder, 'within.wav', Buffer.concat([recording.subarray(0, 12), playlist, recording.subarray(12)])),
    store(folder, 'tagged-playlist.mp3', Buffer.concat([tagged, playlist])),
    store(folder, 'tagged.wav', Buffer.concat([tagged, recording])),
    store(folder, 'archive.wav', Buffer.concat([recording, zipOf('list.m3u8', playlist)])),
    store(folder, 'archive.zip', zipOf('voice.wav', Buffer.alloc(1_000_000))),
    store(
      folder,
      'page.wav',
      Buffer.concat([recording, Buffer.from(`<script src="${address}/a.js"></script>`)]),
    ),
  ]);
}

function frame(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(name);
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** An ID3v2.3 tag; its length has seven bits per byte. */
function id3(frames: Buffer[]): Buffer {
  const content = Buffer.concat(frames);
  const length = [21, 14, 7, 0].map((shift) => (content.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(length), content]);
}

/** A zip archive of one file without a central directory. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}

/** Decompression bombs: small recordings with an absurd stated duration or audio format. */
export async function bombs(ffmpeg: string, workFolder: string, folder: string): Promise<string[]> {
  const make = async (name: string, ...args: string[]) => {
    const file = path.join(workFolder, name);
    await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=d=2', ...args, file]);
    return readFile(file);
  };
  const mp4 = await make('long.mp4', '-c:a', 'aac');
  const forEver = Buffer.alloc(8 + 8);
  forEver.writeUInt32BE(1, 4);
  forEver.writeUInt32BE(0x7fff_ffff, 8);
  forEver.writeUInt32BE(0x7fff_ffff, 12);
  const stts = replaced(mp4, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stts'], atom('stts', forEver));
  const samples = Buffer.alloc(4_000_000, 0x80);
  const shaped = (offset: number, value: number, bytes: 2 | 4) => {
    const file = wav(samples, { bytesPerSample: 1 });
    file.writeUIntLE(value, offset, bytes);
    return file;
  };
  return Promise.all([
    store(folder, 'long-samples.mp4', stts),
    store(folder, 'long-page.opus', lateLastPage(await make('late.opus', '-ar', '48000', '-c:a', 'libopus'))),
    store(folder, 'one-hertz.wav', shaped(24, 1, 4)),
    store(folder, 'four-gigahertz.wav', shaped(24, 0xffff_ffff, 4)),
    store(folder, 'most-channels.wav', shaped(22, 0xffff, 2)),
    store(folder, 'wide-samples.wav', shaped(34, 0xffff, 2)),
  ]);
}

/** An Ogg file whose last page has a granule position millions of years ahead (RFC 3533, 6). */
function lateLastPage(file: Buffer): Buffer {
  const start = file.lastIndexOf('OggS');
  file.writeBigUInt64LE(2n ** 62n, start + 6);
  file.writeUInt32LE(0, start + 22);
  let crc = 0;
  for (const byte of file.subarray(start)) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  }
  file.writeUInt32LE(crc >>> 0, start + 22);
  return file;
}

/** A QuickTime file whose audio track references another file (dref). */
export async function movOfAnother(
  ffmpeg: string,
  workFolder: string,
  folder: string,
  kind: 'alias' | 'url',
  { recording }: Forbidden,
): Promise<string> {
  const plain = path.join(workFolder, `${kind}.mov`);
  const source = await store(workFolder, `${kind}.wav`, wav(tone(1)));
  await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-i', source, '-c:a', 'pcm_s16be', plain]);
  const location = Buffer.from(`\0\0\0\0file://${recording}\0`, 'latin1');
  const entry = kind === 'alias' ? aliasOf(recording) : atom('url ', location);
  const references = atom('dref', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry]));
  const place = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'];
  return store(folder, `${kind}.mov`, replaced(await readFile(plain), place, references));
}

function atom(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(type, 4);
  return Buffer.concat([head, content]);
}

/**
 * A Macintosh alias record as libav reads it: volume, file name, levels, then the path as an item of type 2.
 */
function aliasOf(target: string): Buffer {
  const record = Buffer.alloc(150);
  const name = path.basename(target);
  record[50] = name.length;
  record.write(name, 51);
  record.writeInt16BE(1, 130);
  record.writeInt16BE(1, 132);
  const item = Buffer.alloc(4);
  const full = Buffer.from(target.length % 2 ? `${target}\0` : target);
  item.writeUInt16BE(2, 0);
  item.writeUInt16BE(full.length, 2);
  const end = Buffer.from([0xff, 0xff, 0, 0]);
  return atom('alis', Buffer.concat([Buffer.alloc(4), record, item, full, end]));
}

/** Replaces the atom at `address` and updates the sizes of all atoms that contain it. */
function replaced(atoms: Buffer, [type, ...below]: string[], by: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < atoms.length; ) {
    const length = atoms.readUInt32BE(start);
    const one = atoms.subarray(start, start + length);
    const isIt = one.toString('latin1', 4, 8) === type;
    if (!isIt) parts.push(one);
    else parts.push(below.length === 0 ? by : atom(type!, replaced(one.subarray(8), below, by)));
    start += length;
  }
  return Buffer.concat(parts);
}

import { type IOType, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { findExecutable } from '@/app/config/find-executable.server';
import { allowedDecoders, GROWING_INPUT, growingInputOptions, inputOptions } from '../format-whitelist';
import { MP3_DELAY_BYTES } from '../mp3-delay';
import { PacketClock } from '../packet-clock';
import type { MediaDecoder, Mp3Rate } from '../port';
import { type AudioProbeResult, MAX_NAMED_CHANNELS, type ProbeOutcome } from '../probe-result';
import { createProcessDecoder, type DecoderLimits } from '../process-decoder.server';
import { childEnvironment } from '../run-child.server';

/** Too many frames were undecodable; all others were written. */
const EXIT_MANY_ERRORS = 69;
/** Not executable, a library is missing, or terminated by a caught signal. */
const BROKEN_PROGRAM_EXIT_CODES = [126, 127, 255];

/** Finds the system's ffmpeg and ffprobe on `searchPath`; undefined unless both are installed. */
export function findFfmpeg(searchPath: string): { ffmpeg: string; ffprobe: string } | undefined {
  const ffmpeg = findExecutable('ffmpeg', searchPath);
  const ffprobe = findExecutable('ffprobe', searchPath);
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe } : undefined;
}

export function createFfmpegDecoder(
  programs: { ffmpeg: string; ffprobe: string },
  limits?: DecoderLimits,
): MediaDecoder {
  return createProcessDecoder(
    {
      name: 'ffmpeg',
      startProbe: (inputPath) => start(programs.ffprobe, probeArguments(inputPath)),
      parseProbe,
      startDecode: (inputPath, audio) => start(programs.ffmpeg, decodeArguments(inputPath, audio)),
      startFollow: () => start(programs.ffmpeg, followArguments(), 'pipe'),
      startEncode: (samplesPath, kbitPerSecond) =>
        start(programs.ffmpeg, encodeArguments(samplesPath, kbitPerSecond)),
      interpretExitCode(exitCode) {
        if (exitCode === 0 || exitCode === EXIT_MANY_ERRORS) return 'done';
        return BROKEN_PROGRAM_EXIT_CODES.includes(exitCode) ? 'broken' : 'cannot';
      },
    },
    limits,
  );
}

function start(program: string, args: string[], stdin: IOType = 'ignore') {
  return spawn(program, args, { shell: false, env: childEnvironment, stdio: [stdin, 'pipe', 'pipe'] });
}

/** The prefix `file:` keeps a file name from being parsed as an option or a protocol. */
const input = (inputPath: string): string[] => [...dashed(inputOptions), '-i', `file:${inputPath}`];

const dashed = (options: Record<string, string>): string[] =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);

/** No codec_whitelist: ffprobe would fail on a file with any track whose decoder is not allowed. */
function probeArguments(inputPath: string): string[] {
  const entries = ['packet=pts_time,duration_time', 'stream=channels', 'format=format_name'];
  return [
    ...['-hide_banner', '-loglevel', 'error', '-show_error', '-of', 'compact'],
    ...['-select_streams', 'a:0', '-show_entries', entries.join(':')],
    ...input(inputPath),
  ];
}

/** No output limit here: the reader of stdout enforces it to the byte. */
function decodeArguments(inputPath: string, { channels, hasGaps }: AudioProbeResult): string[] {
  const filters = [hasGaps ? 'aresample=16000:async=1' : 'aresample=16000'];
  if (channels > MAX_NAMED_CHANNELS) {
    filters.unshift(`pan=mono|c0<${Array.from({ length: channels }, (_, index) => `c${index}`).join('+')}`);
  }
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1'],
    ...['-codec_whitelist', allowedDecoders.join(',')],
    ...input(inputPath),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', filters.join(',')],
    ...['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
  ];
}

/**
 * Where a recording starts late or pauses is unknown before it is read, so its clock is always followed. Samples are
 * written at once instead of by the second.
 */
function followArguments(): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1'],
    ...['-codec_whitelist', allowedDecoders.join(',')],
    ...[...dashed(growingInputOptions), '-copyts', '-i', GROWING_INPUT],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', 'aresample=16000:async=1:first_pts=0'],
    ...['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-flush_packets', '1', '-f', 's16le', 'pipe:1'],
  ];
}

/** No tags and no Xing header: all frames have the same length, and the first one starts the file. */
function encodeArguments(samplesPath: string, kbitPerSecond: Mp3Rate): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1'],
    ...['-protocol_whitelist', 'file', '-f', 's16le', '-ar', '16000', '-ac', '1'],
    ...['-skip_initial_bytes', String(MP3_DELAY_BYTES), '-i', `file:${samplesPath}`],
    ...['-c:a', 'libmp3lame', '-b:a', `${kbitPerSecond}k`, '-write_xing', '0', '-id3v2_version', '0'],
    ...['-f', 'mp3', 'pipe:1'],
  ];
}

/** Faster than node:readline, which takes longer over a million packets than ffprobe itself. */
async function* linesOf(stdout: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stdout.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}

const milliseconds = (seconds: string) => Number.parseFloat(seconds) * 1000;

async function parseProbe(stdout: Readable, longestMs: number): Promise<ProbeOutcome | null> {
  const clock = new PacketClock();
  let stream: Record<string, string> | undefined;
  let format: Record<string, string> | undefined;
  let isRefused = false;
  for await (const line of linesOf(stdout)) {
    const packet = /^packet\|pts_time=([^|]*)\|duration_time=([^|]*)/.exec(line);
    if (packet) clock.add(milliseconds(packet[1]!), milliseconds(packet[2]!));
    else if (line.startsWith('stream|')) stream = fieldsOf(line);
    else if (line.startsWith('format|')) format = fieldsOf(line);
    else if (line.startsWith('error|')) isRefused = true;
    if (clock.elapsedMs > longestMs) return 'too-long';
  }
  if (isRefused) return 'refused';
  if (!format) return null;
  const name = format.format_name ?? '';
  if (!stream) return { format: name, audio: null };
  return { format: name, audio: { ...clock.read(name), channels: Number(stream.channels) } };
}

function fieldsOf(line: string): Record<string, string> {
  return Object.fromEntries(
    line.split('|').flatMap((field) => (field.includes('=') ? [field.split('=', 2)] : [])),
  );
}

import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { log } from '@/app/config/log.server';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import { DiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';
import type { VideoSite } from './port';
import { type ProgramResult, runProgram } from './run-program.server';

interface YoutubeOptions {
  baseUrl: string;
  /** The only yt-dlp extractor that may handle a URL; all of them when absent. */
  extractor?: string;
  /** Absolute path of yt-dlp; undefined when it is not installed. */
  findProgram(): string | undefined;
  /** PATH for the programs that yt-dlp calls. */
  searchPath: string;
}

const TITLE_BOUNDS = { maxBytes: 256 * 1024, timeoutMs: 10_000 };
const METADATA_TIMEOUT_MS = 90_000;
const DOWNLOAD_TIMEOUT_MS = 2 * 3_600_000;
const SIZE_CHECK_MS = 500;
const PROGRESS = /^progress (\d+) (\d+|NA) (\d+|NA)/;

/** Disk full messages under the locale that yt-dlp runs with. */
const DISK_FULL = /No space left on device|Disk quota exceeded/;

/** Download exactly one video, whatever a configuration file or the URL asks for. */
const COMMON = [
  ...['--ignore-config', '--no-playlist', '--no-cache-dir', '--no-warnings', '--no-colors', '--quiet'],
  ...['--socket-timeout', '20', '--retries', '3', '--fragment-retries', '3'],
];

/** Titles through oEmbed, audio through yt-dlp. URLs are built from the video id, never from user input. */
export function createYoutube({ baseUrl, extractor, findProgram, searchPath }: YoutubeOptions): VideoSite {
  const common = extractor ? [...COMMON, '--use-extractors', extractor] : COMMON;
  const pageOf = (videoId: string) => `${baseUrl}/watch?v=${videoId}`;

  /** Runs yt-dlp with HOME set to its working folder, so that it finds no settings, cookies or passwords. */
  async function run(
    args: string[],
    videoId: string,
    options: { folder?: string; timeoutMs: number; signal: AbortSignal; onLine?: (line: string) => void },
  ): Promise<ProgramResult> {
    const program = findProgram();
    const home = options.folder ?? '/nonexistent';
    const env = { PATH: searchPath, HOME: home, LC_ALL: 'C.UTF-8', NODE_ENV: 'production' as const };
    const end = program
      ? await runProgram(program, [...common, ...args, '--', pageOf(videoId)], { ...options, env })
      : null;
    if (!end) throw new AppError('video.no-downloader');
    return end;
  }

  return {
    async readTitle(videoId) {
      const query = new URLSearchParams({ url: pageOf(videoId), format: 'json' });
      const answer = await boundedResponse(TITLE_BOUNDS, (signal) =>
        tracedFetch(`${baseUrl}/oembed?${query}`, { signal, redirect: 'error' }),
      ).catch(() => null);
      if (!answer || answer.status >= 500 || answer.status === 429) throw new AppError('video.unreachable');
      if (!answer.ok) throw new AppError('video.not-found');
      const { title } = (await answer.json().catch(() => ({}))) as { title?: unknown };
      if (typeof title !== 'string' || !title.trim()) throw new AppError('video.unreachable');
      return title.trim();
    },

    async readDurationMs(videoId, signal) {
      const fields = '%(.{duration,live_status,is_live})j';
      const end = await run(['--skip-download', '--print', fields], videoId, {
        timeoutMs: METADATA_TIMEOUT_MS,
        signal,
      });
      if (end.exitCode !== 0) throw toRejection(end);
      const found = JSON.parse(end.output) as { duration?: number; live_status?: string; is_live?: boolean };
      const isLive = found.is_live || ['is_live', 'is_upcoming'].includes(found.live_status ?? '');
      if (isLive) throw new AppError('video.live');
      if (!found.duration) throw toRejection(end);
      return Math.round(found.duration * 1000);
    },

    async download(videoId, folder, { maxBytes, signal, onProgress }) {
      const overflow = new AbortController();
      const timer = setInterval(async () => {
        if ((await bytesIn(folder)) > maxBytes)
          overflow.abort(new AppError('media.too-large', limit(maxBytes)));
      }, SIZE_CHECK_MS);
      const args = [
        ...['--format', 'bestaudio/best', '--paths', folder, '--output', 'audio.%(ext)s'],
        ...['--no-part', '--no-mtime', '--fixup', 'never', '--downloader', 'm3u8:native'],
        ...['--max-filesize', String(maxBytes), '--progress', '--newline', '--progress-template'],
        `download:progress %(progress.downloaded_bytes)s %(progress.total_bytes)s %(progress.total_bytes_estimate)s`,
      ];
      try {
        const end = await run(args, videoId, {
          folder,
          timeoutMs: DOWNLOAD_TIMEOUT_MS,
          signal: AbortSignal.any([signal, overflow.signal]),
          onLine: (line) => reportProgress(line, onProgress),
        });
        if (end.exitCode !== 0 && DISK_FULL.test(end.stderrTail)) throw new DiskFull(end.stderrTail);
        if (end.exitCode !== 0) throw toRejection(end);
        const [file] = await readdir(folder);
        // yt-dlp exits with 0 and writes no file when the file would exceed --max-filesize.
        if (!file) throw new AppError('media.too-large', limit(maxBytes));
        return path.join(folder, file);
      } finally {
        clearInterval(timer);
      }
    },
  };
}

const limit = (maxBytes: number) => ({ limit: maxBytes / 1024 ** 3 });

function toRejection({ stderrTail }: ProgramResult): AppError {
  log.warn({ complaint: stderrTail.slice(-500) }, 'a video could not be downloaded');
  return new AppError('video.refused');
}

function reportProgress(line: string, onProgress: (fraction: number) => void): void {
  const [, done, total, estimate] = PROGRESS.exec(line) ?? [];
  const all = Number(total) || Number(estimate);
  if (done && all > 0) onProgress(Math.min(1, Number(done) / all));
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    bytes += found?.size ?? 0;
  }
  return bytes;
}

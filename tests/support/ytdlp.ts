import { findExecutable } from '@/app/config/find-executable.server';

/** Path of the installed yt-dlp. Without it the suites are skipped with a warning; in CI that is an error. */
export function findYtdlp(): string | undefined {
  const found = findExecutable('yt-dlp', process.env.PATH ?? '');
  if (found) return found;
  const message = 'yt-dlp is not on PATH (Debian: apt-get install yt-dlp): downloads of videos stay untested';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! ${message}\n\n`);
  return undefined;
}

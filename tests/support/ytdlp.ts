import { findExecutable } from '@/app/config/find-executable.server';

/** The yt-dlp of this machine. Without one its suites are left out and the run says so; with CI set that is a failure. */
export function findYtdlp(): string | undefined {
  const found = findExecutable('yt-dlp', process.env.PATH ?? '');
  if (found) return found;
  const message = 'yt-dlp is not on PATH (Debian: apt-get install yt-dlp): downloads of videos stay untested';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! ${message}\n\n`);
  return undefined;
}

import { settings, YOUTUBE_URL } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import type { VideoSite } from './port';
import { createYoutube } from './youtube.server';

/** YouTube, with the yt-dlp of the settings or of the PATH; looked for at each use, so that it may come later. */
export const videoSite: VideoSite = createYoutube({
  baseUrl: settings.youtubeUrl,
  // Another server is there for tests, and has pages that only the general extractor can read.
  ...(settings.youtubeUrl === YOUTUBE_URL && { extractor: 'youtube' }),
  findProgram: () => settings.ytdlpPath ?? findExecutable('yt-dlp', settings.searchPath),
  searchPath: settings.searchPath,
});

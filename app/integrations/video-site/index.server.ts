import { settings, YOUTUBE_URL } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import type { VideoSite } from './port';
import { createYoutube } from './youtube.server';

/** yt-dlp of the settings or the PATH is looked up at each use, so that it can be installed later. */
export const videoSite: VideoSite = createYoutube({
  baseUrl: settings.youtubeUrl,
  // A different URL is a test server, whose pages only the generic extractor can read.
  ...(settings.youtubeUrl === YOUTUBE_URL && { extractor: 'youtube' }),
  findProgram: () => settings.ytdlpPath ?? findExecutable('yt-dlp', settings.searchPath),
  searchPath: settings.searchPath,
});

import { settings } from '@/app/config/env.server';
import { createChromiumBot } from './chromium-bot.server';
import { findBrowser } from './find-browser.server';
import type { MeetingBot } from './port';

export const meetingBot: MeetingBot = createChromiumBot({
  findBrowser: () => findBrowser(settings.chromiumPath, settings.searchPath),
  meetUrl: settings.meetUrl,
  profileDir: settings.meetProfileDir,
  searchPath: settings.searchPath,
});

import { settings } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import type { MeetingBot } from './port';

const BROWSERS = ['chromium', 'chromium-headless-shell', 'chromium-browser', 'google-chrome'];

export const meetingBot: MeetingBot = {
  obstacle: async () =>
    BROWSERS.some((name) => findExecutable(name, settings.searchPath)) ? null : 'no-browser',
  visit: async () => ({ reason: 'no-browser' }),
  readPiece: async () => null,
};

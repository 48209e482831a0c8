import { findExecutable } from '@/app/config/find-executable.server';

const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** @param configured the browser of the settings, if they name one */
export const findBrowser = (configured: string | undefined, searchPath: string): string | undefined =>
  configured ?? PROGRAMS.map((name) => findExecutable(name, searchPath)).find(Boolean);

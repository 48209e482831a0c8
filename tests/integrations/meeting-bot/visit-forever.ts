/** Visits a meeting until it is killed. Arguments: address of the stand-in, code, folder, path of the browser. */
import { createChromiumBot } from '@/app/integrations/meeting-bot/chromium-bot.server';

const [meetUrl, room, folder, browser] = process.argv.slice(2) as [string, string, string, string];

const bot = createChromiumBot({
  findBrowser: () => browser,
  meetUrl,
  profileDir: null,
  searchPath: process.env.PATH ?? '',
});
await bot.visit({
  room,
  botName: 'Assistente (gravando)',
  announcement: 'This meeting is recorded.',
  maxWaitMs: 60_000,
  leaveAt: new Date(Date.now() + 600_000),
  folder,
  signal: new AbortController().signal,
  onState: (state) => process.send!(state),
});

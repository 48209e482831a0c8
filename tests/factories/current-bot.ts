import type { MeetingBot } from '@/app/integrations/meeting-bot/port';
import { ScriptedBot } from './scripted-bot';

/** The assistant of a test; `meetingBot` passes everything on to it. */
export const current = { bot: new ScriptedBot() };

/**
 * Stands in for `@/app/integrations/meeting-bot/index.server`. This module must not import that one, not even through
 * others: a mock that waits for itself never loads.
 */
export const meetingBot: MeetingBot = {
  obstacle: () => current.bot.obstacle(),
  visit: (request) => current.bot.visit(request),
  readPiece: (folder) => current.bot.readPiece(folder),
};

/** Import it from a bundle, so that assistants run in child processes of the build. */
export { createChromiumBot } from '@/app/integrations/meeting-bot/chromium-bot.server';

import { settings } from '@/app/config/env.server';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';

/** Why no assistant can come from this machine; null when one can. */
export const findObstacle = () => meetingBot.obstacle();

/** How many assistants this machine sends into meetings at once. */
export const assistantSlots = (): number => settings.maxAssistants;

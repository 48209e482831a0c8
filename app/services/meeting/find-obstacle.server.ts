import { meetingBot } from '@/app/integrations/meeting-bot/index.server';

/** Why no assistant can come from this machine; null when one can. */
export const findObstacle = () => meetingBot.obstacle();

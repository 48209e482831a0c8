import { speech } from '@/app/integrations/speech/index.server';

/** Whether the speech engine recognizes while a recording is being made. */
export const hasLiveText = (): boolean => speech.follow !== null;

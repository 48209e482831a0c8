import { toInterfaceLanguage } from '@/app/domain/format/language';
import { translator } from '@/app/i18n/texts.server';
import type { Meeting } from '@/models/meeting.server';
import { User } from '@/models/user.server';
import { readMeetingSettings } from './meeting-settings.server';

/** What the assistant of a meeting is called, what it says in the chat, and how long it waits for admission. */
export interface Presentation {
  botName: string;
  announcement: string;
  maxWaitMs: number;
}

/** By the meeting's own settings, else those of the account, else the defaults. */
export async function presentAssistant(meeting: Meeting): Promise<Presentation> {
  const { name, language } = await User.findByPk(meeting.userId, { rejectOnEmpty: true });
  const settings = await readMeetingSettings(meeting.userId);
  const botName = meeting.botName ?? settings.botName;
  const t = translator(toInterfaceLanguage(language ?? ''), 'meeting');
  return {
    botName,
    announcement: t('announcement', { name, bot: botName }),
    maxWaitMs: restOfWait(meeting) ?? 1000 * (meeting.maxWaitSeconds ?? settings.maxWaitSeconds),
  };
}

/** Of an assistant that asks again after its worker was replaced; null for one that was let in before, or is new. */
function restOfWait({ waitsUntil, recordingSince }: Meeting): number | null {
  if (!waitsUntil || recordingSince) return null;
  return Math.max(0, waitsUntil.getTime() - Date.now());
}

import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DEFAULT_WAIT_SECONDS, MAX_BOT_NAME_LENGTH } from '@/app/domain/meeting/limits';
import { translator } from '@/app/i18n/texts.server';
import type { Meeting } from '@/models/meeting.server';
import { MeetingSettings } from '@/models/meeting-settings.server';
import { User } from '@/models/user.server';

/** What the assistant of a meeting is called, what it says in the chat, and how long it waits for admission. */
export interface Presentation {
  botName: string;
  announcement: string;
  maxWaitMs: number;
}

/** By the meeting's own settings, else those of the account, else the defaults. */
export async function presentAssistant(meeting: Meeting): Promise<Presentation> {
  const { userId } = meeting;
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  const settings = await MeetingSettings.findOne({ where: { userId } });
  const t = translator(toInterfaceLanguage(user.language ?? ''), 'meeting');
  const botName =
    meeting.botName ??
    settings?.botName ??
    t('assistant.defaultName', { name: user.name }).slice(0, MAX_BOT_NAME_LENGTH);
  const waitSeconds = meeting.maxWaitSeconds ?? settings?.maxWaitSeconds ?? DEFAULT_WAIT_SECONDS;
  return {
    botName,
    announcement: t('assistant.announcement', { name: user.name, bot: botName }),
    maxWaitMs: restOfWait(meeting) ?? 1000 * waitSeconds,
  };
}

/** Of an assistant that asks again after its worker was replaced; null for one that was let in before, or is new. */
function restOfWait({ waitsUntil, recordingSince }: Meeting): number | null {
  if (!waitsUntil || recordingSince) return null;
  return Math.max(0, waitsUntil.getTime() - Date.now());
}

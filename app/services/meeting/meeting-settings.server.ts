import { toInterfaceLanguage } from '@/app/domain/format/language';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import { DEFAULT_WAIT_SECONDS, MAX_BOT_NAME_LENGTH } from '@/app/domain/meeting/limits';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { MeetingSettings } from '@/models/meeting-settings.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { lockOwner } from './lock-owner.server';

export interface AssistantSettings {
  /** Shown to everybody in a meeting. */
  botName: string;
  maxWaitSeconds: number;
}

/**
 * How an account's assistant presents itself and how long it waits, where its meeting says nothing else.
 * @param language of the default name; the account's when absent
 */
export async function readMeetingSettings(
  userId: number,
  language?: InterfaceLanguage,
): Promise<AssistantSettings> {
  const saved = await MeetingSettings.findOne({ where: { userId } });
  return {
    botName: saved?.botName ?? (await defaultBotName(userId, language)),
    maxWaitSeconds: saved?.maxWaitSeconds ?? DEFAULT_WAIT_SECONDS,
  };
}

async function defaultBotName(userId: number, language?: InterfaceLanguage): Promise<string> {
  const user = await User.findByPk(userId, { attributes: ['name', 'language'], rejectOnEmpty: true });
  const t = translator(language ?? toInterfaceLanguage(user.language ?? ''), 'meeting');
  return truncateTitle(t('botName.default', { name: user.name }), MAX_BOT_NAME_LENGTH);
}

export async function saveMeetingSettings(
  form: AssistantSettings & { userId: number; submissionId: string },
): Promise<void> {
  const { userId, submissionId, botName, maxWaitSeconds } = form;
  await withIdempotencyKey(`meeting-settings:${userId}`, submissionId, async (transaction) => {
    await lockOwner(userId, transaction);
    const saved = await MeetingSettings.findOne({ where: { userId }, transaction });
    if (saved) await saved.update({ botName, maxWaitSeconds }, { transaction });
    else await MeetingSettings.create({ userId, botName, maxWaitSeconds }, { transaction });
    return null;
  });
}

import type { PlayerSettings } from '@/app/domain/transcript/player-settings';
import { parsePlayerSettings } from '@/app/domain/transcript/player-settings-form';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

export async function readPlayerSettings(userId: number): Promise<PlayerSettings> {
  const user = await User.findByPk(userId, { attributes: ['playerSettings'] });
  return parsePlayerSettings(user?.playerSettings ?? null);
}

/** Null goes back to the defaults. */
export async function savePlayerSettings(update: {
  userId: number;
  submissionId: string;
  settings: PlayerSettings | null;
}): Promise<void> {
  const { userId, submissionId, settings } = update;
  await withIdempotencyKey(`player:${userId}`, submissionId, async (transaction) => {
    const playerSettings = settings && JSON.stringify(settings);
    await User.update({ playerSettings }, { where: { id: userId }, transaction });
    return null;
  });
}

/** Saving a transcript asks for no confirmation any more. */
export async function saveWithoutAsking(userId: number): Promise<void> {
  const settings = { ...(await readPlayerSettings(userId)), confirmsSaving: false };
  await User.update({ playerSettings: JSON.stringify(settings) }, { where: { id: userId } });
}

import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_PLAYER_SETTINGS } from '@/app/domain/transcript/player-settings';
import { readPlayerSettings, savePlayerSettings } from '@/app/services/account/player-settings.server';
import { User } from '@/models/user.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const CHOSEN = {
  keys: { toggle: 'F4', back: '', forward: 'Ctrl+Shift+KeyL', repeat: 'Pause' },
  rewindMs: 2_500,
  confirmsSaving: false,
};

describeOnBothDatabases('the settings of the player', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const save = (settings: typeof CHOSEN | null, submissionId: string = randomUUID()) =>
    savePlayerSettings({ userId, submissionId, settings });

  it('belong to one account, until it goes back to the defaults', async () => {
    const neighbour = await makeUser({ email: 'rui@example.com' });
    expect(await readPlayerSettings(userId)).toEqual(DEFAULT_PLAYER_SETTINGS);
    await save(CHOSEN);
    expect(await readPlayerSettings(userId)).toEqual(CHOSEN);
    expect(await readPlayerSettings(neighbour)).toEqual(DEFAULT_PLAYER_SETTINGS);
    await save(null);
    expect(await readPlayerSettings(userId)).toEqual(DEFAULT_PLAYER_SETTINGS);
  });

  it('are not reverted by a late duplicate of a form', async () => {
    const submissionId = randomUUID();
    await save(CHOSEN, submissionId);
    await save({ ...CHOSEN, rewindMs: 0 });
    await save(CHOSEN, submissionId);
    expect((await readPlayerSettings(userId)).rewindMs).toBe(0);
  });

  it('are the defaults while what is stored cannot be read', async () => {
    await User.update({ playerSettings: '{"keys":' }, { where: { id: userId } });
    expect(await readPlayerSettings(userId)).toEqual(DEFAULT_PLAYER_SETTINGS);
  });
});

import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { isFlagOn, readFeature, switchFeature, switchMaintenance } from '@/app/services/admin/flags.server';
import { Flag } from '@/models/flag.server';
import { adminForm, auditOf, makeAdmin } from '@/tests/factories/admin';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const YOUTUBE = 'celeste-youtube';

describeOnBothDatabases('switching', () => {
  let adminId: number;

  beforeEach(async () => {
    await resetDatabase();
    adminId = await makeAdmin();
  });

  const youtube = (isOn: boolean, emails?: string[]) =>
    switchFeature({ ...adminForm(adminId), name: YOUTUBE, isOn, emails });

  it('switches a feature on for everybody, for some users, and off', async () => {
    expect(await isFlagOn(YOUTUBE, { email: 'ana@example.com' })).toBe(false);
    await youtube(true, []);
    expect(await isFlagOn(YOUTUBE, { email: 'ana@example.com' })).toBe(true);
    await youtube(true, ['ana@example.com', 'rui@example.com']);
    expect(await isFlagOn(YOUTUBE, { email: 'ana@example.com' })).toBe(true);
    expect(await isFlagOn(YOUTUBE, { email: 'eva@example.com' })).toBe(false);
    expect(await isFlagOn(YOUTUBE)).toBe(false);
    await youtube(false);
    expect(await isFlagOn(YOUTUBE, { email: 'ana@example.com' })).toBe(false);
    expect(await readFeature(YOUTUBE)).toEqual({
      isOn: false,
      emails: ['ana@example.com', 'rui@example.com'],
    });
    expect((await auditOf(adminId)).map(({ action, details }) => [action, details.emails])).toEqual([
      ['feature-on', ''],
      ['feature-on', 'ana@example.com, rui@example.com'],
      ['feature-off', ''],
    ]);
  });

  it('keeps one row when twenty administrators switch at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => youtube(index % 2 === 0, [])));
    expect(await Flag.count()).toBe(1);
    expect(await auditOf(adminId)).toHaveLength(20);
  });

  it('switches maintenance on and off', async () => {
    await switchMaintenance({ ...adminForm(adminId), isOn: true });
    expect(await isFlagOn('maintenance')).toBe(true);
    await switchMaintenance({ ...adminForm(adminId), isOn: false });
    expect(await isFlagOn('maintenance')).toBe(false);
    const actions = (await auditOf(adminId)).map(({ action }) => action);
    expect(actions).toEqual(['maintenance-on', 'maintenance-off']);
  });
});

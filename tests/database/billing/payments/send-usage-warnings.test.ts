import '@/tests/support/data-folder';
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { simpleParser } from 'mailparser';
import { beforeEach, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { settings } from '@/app/config/env.server';
import { HOUR_MS } from '@/app/domain/billing/payments/catalogue';
import { addMonths } from '@/app/domain/billing/payments/months';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { describePlan } from '@/app/services/billing/payments/describe-plan.server';
import { maintainSubscriptions } from '@/app/services/billing/payments/maintain-subscriptions.server';
import { sendUsageWarnings } from '@/app/services/billing/payments/send-usage-warnings.server';
import { syncSubscription } from '@/app/services/billing/payments/sync-subscription.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { inTransaction } from '@/models/database.server';
import { newPublicId } from '@/models/public-id.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { makeUser } from '@/tests/factories/user';
import { databaseAddress, describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const folder = path.join(settings.dataDir, 'mail');
const TRIAL_HOURS = 0.5;

describeOnBothDatabases('the warning that minutes run out', () => {
  let userId: number;
  let work: number;
  const start = new Date();
  const end = addMonths(start, 1);

  /** A Light plan, of 5 hours, with the trial minutes used up. */
  beforeEach(async () => {
    await resetDatabase();
    await rm(folder, { recursive: true, force: true });
    userId = await makeUser({ email: 'ana@example.com' });
    const owner = await User.findByPk(userId, { rejectOnEmpty: true });
    work = 0;
    await use(TRIAL_HOURS);
    const details = { method: null, voucherUrl: null, voucherDueAt: null };
    const paid = { isPaid: true, status: 'paid' as const, ...details };
    const bill = { ...paid, paidAt: start, createdAt: start, period: { start, end } };
    const line = { priceId: 'celeste_light_monthly', start, end, isCredited: false };
    const invoice = { ...bill, amountCents: 9950, refundedCents: 0, disputedCents: 0, lines: [line] };
    await syncSubscription(
      {
        id: newPublicId(),
        userId: owner.publicId,
        orderId: newPublicId(),
        priceId: line.priceId,
        status: 'active',
        cancelsAt: null,
        unbilled: [],
        invoices: [{ id: newPublicId(), ...invoice }],
      },
      new Date(),
    );
  });

  function use(hours: number): Promise<void> {
    work += 1;
    const held = { userId, amountMs: hours * HOUR_MS, reason: 'test', reference: `${userId}:${work}` };
    return inTransaction(async (transaction) =>
      closeHold(await holdMinutes(held, transaction), 'settle', transaction),
    );
  }

  async function mails() {
    const files = await readdir(folder).catch(() => []);
    return Promise.all(files.map(async (file) => simpleParser(await readFile(path.join(folder, file)))));
  }

  const subjects = async () => (await mails()).map(({ subject }) => subject).sort();

  it('is sent at 80 and at 100 percent, once each, and shown on the page', async () => {
    await use(3.99);
    await maintainSubscriptions();
    expect([(await describePlan(userId))!.warning, await subjects()]).toEqual([null, []]);
    await use(0.01);
    for (let run = 0; run < 3; run += 1) await maintainSubscriptions();
    expect((await describePlan(userId))!.warning).toBe(80);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Você já usou 80% dos minutos do seu plano' });
    expect(mail!.text).toContain(
      `neste mês, que termina em ${formatDateTimeWithZone(end.toISOString(), 'pt')}.`,
    );
    expect(mail!.text).toContain(`${settings.publicUrl}/wallet`);
    await use(1);
    for (let run = 0; run < 3; run += 1) await maintainSubscriptions();
    expect((await describePlan(userId))!.warning).toBe(100);
    expect(await subjects()).toEqual([
      'Você já usou 80% dos minutos do seu plano',
      'Você usou todos os minutos do seu plano',
    ]);
  });

  it('is only the second one when all is used at once, and is sent again in another month', async () => {
    await User.update({ language: 'en' }, { where: { id: userId } });
    await use(5);
    await sendUsageWarnings();
    expect(await subjects()).toEqual(['You have used all of your plan’s minutes']);
    await Subscription.update({ warnedPercent: 0 }, { where: { userId } });
    await sendUsageWarnings();
    expect(await subjects()).toHaveLength(2);
  });

  it('is sent only to users who want e-mails', async () => {
    await User.update({ wantsNotices: false }, { where: { id: userId } });
    await use(5);
    await sendUsageWarnings();
    expect(await subjects()).toEqual([]);
  });

  it('is sent by another run when the mail server rejects it now', async () => {
    await writeFile(folder, 'a file where the folder should be');
    await use(5);
    await expect(sendUsageWarnings()).rejects.toMatchObject({ code: 'notice.not-sent' });
    await rm(folder);
    await sendUsageWarnings();
    expect(await subjects()).toHaveLength(1);
  });

  it('is sent once by eight concurrent runs', async () => {
    await use(5);
    await Promise.all(Array.from({ length: 8 }, () => sendUsageWarnings()));
    expect(await subjects()).toHaveLength(1);
  });

  it('is never sent twice, whenever the process is killed', async () => {
    const script = childScript('tests/database/billing/payments/warning-process.ts');
    const run = (fatalStep: number) => {
      const args = [...script.execArgv, script.path, JSON.stringify(databaseAddress()), `${fatalStep}`];
      return promisify(execFile)(process.execPath, args).then(
        ({ stdout }) => Number(stdout),
        (error: { signal?: string }) => expect(error.signal).toBe('SIGKILL'),
      );
    };
    const outcomes = new Set<number>();
    await use(5);
    const steps = Number(await run(0));
    for (let step = steps; step >= 1; step -= 3) {
      await rm(folder, { recursive: true, force: true });
      await Subscription.update({ warnedPercent: 0 }, { where: { userId } });
      await run(step);
      await sendUsageWarnings();
      outcomes.add((await subjects()).length);
      expect((await subjects()).length).toBeLessThanOrEqual(1);
    }
    expect(outcomes).toContain(1);
  });
});

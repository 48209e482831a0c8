import '@/tests/support/data-folder';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it, vi } from 'vitest';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { writeMovements } from '@/app/services/billing/wallet/list-movements.server';
import { database, inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { addCredits } from '@/tests/factories/credits';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('the table of movements', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const write = (language: 'pt' | 'en', timeZone: string) =>
    buffer(writeMovements(userId, { language, timeZone }));
  const linesOf = (table: Buffer) => table.toString().slice(1, -2).split('\r\n');

  const moveTo = (moment: string) =>
    database().query('UPDATE wallet_transactions SET created_at = :moment', { replacements: { moment } });

  async function spendOn(title: string): Promise<void> {
    const transcription = await transcriptionOf(await register(userId, { durationMs: 4 * MINUTE_MS }));
    await transcription.update({ title });
    await inTransaction((transaction) => closeHold(transcription.holdId!, 'settle', transaction));
  }

  it('begins with a byte order mark, and has the language’s separator and the account’s days', async () => {
    await spendOn('=ata; "sessão, 2"');
    await moveTo('2026-12-31 23:30:00.000');
    const table = await write('pt', 'Asia/Tokyo');
    expect(table.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(linesOf(table)).toEqual([
      'Data e hora (fuso Asia/Tokyo);Descrição;Entrada (h:min:s);Saída (h:min:s);Entrada (ms);Saída (ms)',
      `01/01/2027 08:30;"'=ata; ""sessão, 2""";00:00:00;00:04:00;0;240000`,
      '01/01/2027 08:30;Minutos do período de teste;00:30:00;00:00:00;1800000;0',
    ]);
    expect(linesOf(await write('en', 'America/Sao_Paulo'))[2]).toMatch(/^2026-12-31 20:30,.*,1800000,0$/);
  });

  it('says so where the transcription was deleted', async () => {
    await spendOn('Ata');
    await Transcription.destroy({ where: { userId } });
    expect(linesOf(await write('pt', 'UTC'))[1]).toContain(';Transcrição excluída;');
  });

  it('takes one statement for 2,000 movements, titles and amounts included', async () => {
    await addCredits(userId, 4_500);
    const query = vi.spyOn(database(), 'select');
    const lines = linesOf(await write('pt', 'UTC'));
    const statements = query.mock.calls.length;
    query.mockRestore();
    expect(new Set(lines).size).toBe(1 + 4_501);
    expect(lines[1]).toMatch(/;4500;0$/);
    expect(statements).toBe(3);
  });

  it('gives its first rows before it reads the next', async () => {
    await addCredits(userId, 4_500);
    const query = vi.spyOn(database(), 'select');
    const table = writeMovements(userId, { language: 'pt', timeZone: 'UTC' });
    let text = '';
    while (!text.includes(';4500;0')) text += Buffer.from((await table.next()).value!).toString();
    const statements = query.mock.calls.length;
    await table.return(undefined);
    query.mockRestore();
    expect(statements).toBe(1);
  });
});

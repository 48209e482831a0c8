import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { databaseAddress, describeOnBothDatabases } from '@/tests/support/databases';
import { signUp } from '@/tests/support/test-user';
import { waitForStatus } from '@/tests/support/transcriptions';
import { textOf } from '../platform/page';

describeOnBothDatabases('the main job, from sign-up to the downloaded text', () => {
  let celeste: RunningCeleste;

  beforeAll(async () => {
    const address = databaseAddress();
    celeste = await startCeleste({ env: 'url' in address ? { DATABASE_URL: address.url } : {} });
  });

  afterAll(() => celeste.stop());

  it('goes from sign-up to a transcript with speakers', async () => {
    const person = await signUp(celeste);
    await person.post('/transcriptions', { intent: 'sample' });
    const list = await waitForStatus(person, 'succeeded');
    expect(list).toContain('Sucesso');
    const path = /href="(\/transcriptions\/[\w-]{22})"/.exec(list)![1]!;
    const transcript = await person.get(path);
    expect(transcript.body).toContain('Pessoa B');
    const text = await person.get(`${path}/export.txt`);
    expect(text.body).toContain('Bom dia a todos vamos começar a reunião de hoje.');
    const original = textOf((await person.get(`${path}/versions?read=1`)).body);
    expect(original).toContain('bom dia a todos vamos começar a reunião de hoje');
    expect(original).toMatch(/Versão 2 · Com números e pontuação.*Versão 1 · Transcrição original/);
    expect(list).toContain('28 min');
    expect(await checkLedger()).toEqual([]);
  });

  it('reports that it is ready', async () => {
    expect((await fetch(`${celeste.address}/readyz`)).status).toBe(200);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { recordingStatements, statementsOf } from '@/tests/support/statements';
import { signUp, type TestUser } from '@/tests/support/test-user';

/** Of an account with some transcriptions, without tags, unfinished uploads, orders or edits of the text. */
describe('the statements of a page', () => {
  let celeste: RunningCeleste;
  let person: TestUser;
  let transcript: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'celeste-statements-'));
    celeste = await startCeleste({
      command: 'web',
      env: recordingStatements(path.join(folder, 'statements')),
    });
    const owner = await signUp(celeste);
    person = owner;
    for (let made = 0; made < 6; made += 1) transcript = await editable(celeste, owner);
  });

  afterAll(async () => {
    await celeste.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['the list', () => '/transcriptions', 5],
    ['the dashboard', () => '/dashboard', 6],
    ['the wallet', () => '/wallet', 5],
    ['a transcript', () => transcript, 11],
  ])('of %s are few', async (_name, address, most) => {
    const ask = async () => expect((await person.get(address())).status).toBe(200);
    await ask();
    const statements = await statementsOf(path.join(folder, 'statements'), ask);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  });
});

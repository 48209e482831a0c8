import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { change, logOf, rows } from '../platform/data-dir';
import { summaryOf, textOf, typedIn } from '../platform/page';
import { editable } from '../transcript/editable';

let celeste: RunningCeleste;
let person: TestUser & { email: string };
let page: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  person = await signUp(celeste);
  page = await editable(celeste, person);
});

afterEach(() => change(celeste, 'DROP TRIGGER IF EXISTS broken'));

/** Makes a statement fail as a bug does, such as 'UPDATE ON transcriptions'; only where `when` holds. */
const breakOn = (statement: string, when: string) =>
  change(
    celeste,
    `CREATE TRIGGER broken BEFORE ${statement} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'a bug'); END`,
  );

async function transcriptionId(): Promise<number> {
  const publicId = page.split('/')[2]!;
  const found = await rows(celeste, `SELECT id FROM transcriptions WHERE public_id = '${publicId}'`);
  return Number(found[0]!.id);
}

describe('a form that fails for a reason of ours says so in its own words, and is logged once', () => {
  const timesLogged = async () => (await logOf(celeste)).split('a request failed').length - 1;

  it.each([
    [
      'Erro ao salvar transcrição',
      'UPDATE ON transcriptions',
      '?edit=1',
      { intent: 'title', transcription_name: 'Um nome novo' },
    ],
    ['Erro ao excluir transcrição', 'DELETE ON transcriptions', '/delete', {}],
    [
      'Erro ao atualizar o speaker. Tente novamente.',
      'INSERT ON drafts',
      '/speaker?block=A',
      { intent: 'all', old_speaker: 'A', new_speaker: 'Ana' },
    ],
  ])('%s', async (message, statement, under, fields) => {
    const id = await transcriptionId();
    let address = page + under;
    if (under.startsWith('/speaker')) {
      const edit = (await person.get(`${page}?edit=1`)).body;
      address = /href="([^"]*\/speaker\?block=[^"]*)"/.exec(edit)![1]!.replaceAll('&amp;', '&');
    }
    const column = statement.endsWith('transcriptions') ? 'id' : 'transcription_id';
    const row = statement.startsWith('DELETE') ? 'OLD' : 'NEW';
    await breakOn(statement, `${row}.${column} = ${id}`);
    const before = await timesLogged();
    const answer = await person.post(address, { version: '1', ...fields });
    expect([answer.status, summaryOf(answer.body)]).toEqual([500, expect.stringContaining(message)]);
    for (const [name, value] of Object.entries(fields)) {
      if (name === 'transcription_name' || name === 'new_speaker')
        expect(typedIn(answer.body, name)).toBe(value);
    }
    expect(await timesLogged()).toBe(before + 1);
  });

  it('Erro ao enviar arquivo para transcrição', async () => {
    const id = await transcriptionId();
    await change(celeste, `UPDATE transcriptions SET status = 'failed' WHERE id = ${id}`);
    await change(celeste, `DELETE FROM jobs WHERE subject = 'transcription:${id}'`);
    await breakOn('UPDATE ON transcriptions', `NEW.id = ${id}`);
    const answer = await person.post('/transcriptions', { intent: 'resend', crypto: page.split('/')[2]! });
    expect([answer.status, summaryOf(answer.body)]).toEqual([
      500,
      expect.stringContaining('Erro ao enviar arquivo para transcrição'),
    ]);
  });

  it('Ocorreu um erro desconhecido.', async () => {
    await breakOn('INSERT ON login_challenges', `NEW.email = 'falha@example.com'`);
    const answer = await new TestUser(celeste.address).post('/login', { email: 'falha@example.com' });
    expect([answer.status, summaryOf(answer.body)]).toEqual([500, 'Ocorreu um erro desconhecido.']);
    expect(typedIn(answer.body, 'email')).toBe('falha@example.com');
  });

  it('Erro ao buscar transcrição: one that cannot be read leads back to the list', async () => {
    await change(
      celeste,
      `UPDATE transcripts SET utterances = '{' WHERE transcription_id = ${await transcriptionId()}`,
    );
    const before = await timesLogged();
    const answer = await person.get(page);
    expect([answer.status, answer.location]).toEqual([302, '/transcriptions']);
    expect(textOf((await person.get('/transcriptions')).body)).toContain('Erro ao buscar transcrição');
    expect(await timesLogged()).toBe(before + 1);
  });
});

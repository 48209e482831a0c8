import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testRefusals } from './access-table';
import { openTwoAccounts, type TwoAccounts } from './two-accounts';

let { celeste, ana, api } = {} as TwoAccounts;

beforeAll(async () => {
  ({ celeste, ana, api } = await openTwoAccounts());
});

const details = (question: string) => ({ name: 'Ana Souza', email: 'ana@example.com', question });

describe('support', () => {
  testRefusals(
    [
      { method: 'GET', path: '/ad', scope: 'read' },
      {
        ...{ method: 'POST', path: '/mail/support', scope: 'write' },
        body: { userDetails: details('Olá?') },
        wrong: [
          {},
          { userDetails: details('') },
          { userDetails: { ...details('Olá?'), email: 'ana' } },
          { userDetails: details('x'.repeat(20_000)) },
        ],
      },
    ],
    () => ({ celeste, owner: ana }),
  );

  it('gets a question, and nobody else does', async () => {
    const question = `Como exporto? ${randomUUID()}`;
    const sent = await api.post('/mail/support', {
      ...{ from: 'x@evil.example', to: 'victim@example.com', subject: 'Bcc: victim@example.com' },
      userDetails: details(question),
    });
    expect(sent.status).toBe(204);
    const mail = await celeste.mailTo('celeste@localhost');
    expect(mail.text).toContain(question);
    expect(mail.subject).not.toContain('victim');
  });

  it('has no notice where none is active', async () => {
    expect((await api.get('/ad')).body).toEqual([]);
  });
});

import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { QUESTIONS_PER_ADDRESS, QUESTIONS_PER_USER } from '@/app/domain/support/limits';
import { type SupportQuestion, sendQuestion } from '@/app/services/support/send-question.server';
import { RateLimit } from '@/models/rate-limit.server';
import { describeOnBothDatabases } from '@/tests/support/databases';

const mailFolder = path.join(settings.dataDir, 'mail');

describeOnBothDatabases('a question to support', () => {
  let address: string;

  beforeEach(async () => {
    address = randomUUID();
    await rm(mailFolder, { recursive: true, force: true });
  });

  const ask = (values: Partial<SupportQuestion> = {}) =>
    sendQuestion({
      name: 'Ana Souza',
      email: 'ana@example.com',
      question: 'Como edito?',
      account: null,
      address,
      submissionId: randomUUID(),
      ...values,
    });

  async function mails() {
    const files = (await readdir(mailFolder).catch(() => [])).sort();
    return Promise.all(files.map(async (file) => simpleParser(await readFile(path.join(mailFolder, file)))));
  }

  const refusal = { code: 'support.not-sent' };
  const tooMany = { code: 'support.too-many' };

  /** Makes the mail server reject mails. @returns undoes it */
  async function breakMail(): Promise<() => Promise<void>> {
    await writeFile(mailFolder, 'no folder');
    return () => rm(mailFolder);
  }

  it('goes to the support address, with the user as Reply-To', async () => {
    await ask({ account: 'nBbPVnpqF2L2cAANkjmHuA', question: 'Como edito?\n\nObrigada.' });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.from?.value).toEqual([{ name: 'Celeste', address: 'celeste@localhost' }]);
    expect([mail!.to].flat()[0]?.text).toBe(settings.supportEmail);
    expect(mail!.replyTo?.value).toEqual([{ name: 'Ana Souza', address: 'ana@example.com' }]);
    expect(mail!.subject).toBe('Suporte - Celeste: pergunta de Ana Souza');
    expect(mail!.text?.trim()).toBe(
      'Nome: Ana Souza\nE-mail: ana@example.com\nConta: nBbPVnpqF2L2cAANkjmHuA\n\nComo edito?\n\nObrigada.\n\n' +
        '-- \nCeleste\nEnviado pelo formulário de suporte do Celeste. Ao responder, o e-mail vai para quem perguntou.',
    );
    expect(mail!.headers.has('auto-submitted')).toBe(false);
  });

  it('contains nothing that a mail program would run or follow', async () => {
    await ask({
      name: '<img src=x onerror=alert(1)>',
      question: '<script>alert(1)</script> https://evil.example/',
    });
    const [mail] = await mails();
    expect(mail!.html).not.toMatch(/<(img|script|a) /);
    expect(mail!.html).not.toContain('<script>');
    expect(mail!.text).toContain('<script>alert(1)</script> https://evil.example/');
  });

  it('is sent once for the same form, however often and concurrently it is sent', async () => {
    const submissionId = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => ask({ submissionId })));
    await ask({ submissionId });
    expect(await mails()).toHaveLength(1);
  });

  it('fails for all concurrent duplicates of a form, and can be sent again', async () => {
    const submissionId = randomUUID();
    const mend = await breakMail();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => ask({ submissionId })));
    expect(outcomes).toEqual(
      outcomes.map(() => ({ status: 'rejected', reason: expect.objectContaining(refusal) })),
    );
    await expect(ask({ submissionId })).rejects.toMatchObject(refusal);
    await mend();
    await ask({ submissionId });
    expect(await mails()).toHaveLength(1);
  });

  it(`comes no more than ${QUESTIONS_PER_USER.most} times an hour from an account, wherever from`, async () => {
    const account = randomUUID();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => ask({ account, address: randomUUID() })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject(tooMany);
    expect(refused).toHaveLength(12 - QUESTIONS_PER_USER.most);
    expect(await mails()).toHaveLength(QUESTIONS_PER_USER.most);
    await ask({ account: randomUUID() });
  });

  it(`comes no more than ${QUESTIONS_PER_ADDRESS.most} times an hour from a network address`, async () => {
    for (let time = 0; time < QUESTIONS_PER_ADDRESS.most; time += 1) await ask();
    const refused = await ask().catch((error: unknown) => error);
    expect(refused).toMatchObject({ ...tooMany, params: { seconds: expect.any(Number) } });
    await ask({ address: randomUUID() });
    for (const limit of await RateLimit.findAll()) {
      await limit.update({ endsAt: new Date(limit.endsAt.getTime() - QUESTIONS_PER_ADDRESS.windowMs) });
    }
    await ask();
  });
});

import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { answerOnce, type StoredAnswer } from '@/app/services/api/answer-once.server';
import { ApiAnswer } from '@/models/api-answer.server';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('an idempotency key', () => {
  beforeEach(resetDatabase);

  const call = (key: string, content = 'POST /a', userId = 1) => ({ userId, key, content });
  let effects = 0;
  const work = async (): Promise<StoredAnswer> => {
    effects += 1;
    return { status: 201, headers: { 'content-type': 'application/json' }, body: `{"n":${effects}}` };
  };

  it('has one effect and equal answers, fifty times at once', async () => {
    effects = 0;
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => answerOnce(call(key), work)));
    expect(effects).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"status":201,"headers":{"content-type":"application/json"},"body":"{\\"n\\":1}"}']),
    );
  });

  it('belongs to one call of one account', async () => {
    effects = 0;
    const key = randomUUID();
    await answerOnce(call(key), work);
    await expect(answerOnce(call(key, 'POST /b'), work)).rejects.toMatchObject({ code: 'api.key-reused' });
    expect((await answerOnce(call(key, 'POST /b', 2), work)).body).toBe('{"n":2}');
  });

  it('is free again when the call fails', async () => {
    effects = 0;
    const key = randomUUID();
    const failing = () => Promise.reject(new Error('full'));
    await expect(answerOnce(call(key), failing)).rejects.toThrow('full');
    expect((await answerOnce(call(key), work)).body).toBe('{"n":1}');
  });

  it('is taken over from a process that died', async () => {
    effects = 0;
    const key = randomUUID();
    let die = () => {};
    const never = new Promise<StoredAnswer>((_resolve, reject) => {
      die = () => reject(new Error('died'));
    });
    const first = answerOnce(call(key), () => never).catch(() => null);
    await expect.poll(() => ApiAnswer.count()).toBe(1);
    await ApiAnswer.update({ leaseUntil: new Date(Date.now() - 1) }, { where: {} });
    expect((await answerOnce(call(key), work)).body).toBe('{"n":1}');
    die();
    await first;
    expect((await answerOnce(call(key), work)).body).toBe('{"n":1}');
  });
});

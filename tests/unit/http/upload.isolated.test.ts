import '@/tests/support/data-folder';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '@/app/domain/errors';
import { readUpload, readUploads } from '@/app/http/upload/upload.server';

const FIELDS = z.object({ language: z.string() });
const HEAD = '--b\r\nContent-Disposition: form-data; name="language"\r\n\r\npt\r\n';
const FILE = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n${'x'.repeat(5_000)}`;
const END = '\r\n--b--\r\n';

const uploadOf = (body: string) =>
  new Request('http://any/', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  });

describe('a form with a file', () => {
  it('is read with its fields', async () => {
    const read = readUpload(uploadOf(HEAD + FILE + END), FIELDS, async ({ language }, { name, body }) => {
      return [language, name, (await buffer(body)).length];
    });
    expect(await read).toEqual(['pt', 'a.wav', 5_000]);
  });

  it.each([0, 1, 4, 5])(
    'that lacks its end except %i bytes is rejected, whoever reads the file',
    async (bytes) => {
      const cut = uploadOf(HEAD + FILE + END.slice(0, bytes));
      const read = readUpload(cut, FIELDS, (_fields, { body }) => buffer(body));
      await expect(read).rejects.toMatchObject({ code: 'transcription.upload-failed' });
    },
  );

  it.each([new AppError('media.unsupported'), new Error('a bug')])(
    'whose `take` throws at once fails with that error: %s',
    async (thrown) => {
      const read = readUpload(uploadOf(HEAD + FILE + END), FIELDS, async () => {
        throw thrown;
      });
      await expect(read).rejects.toBe(thrown);
    },
  );

  it('whose `take` throws after the last byte fails with that error', async () => {
    const thrown = new AppError('media.invalid');
    const read = readUpload(uploadOf(HEAD + FILE + END), FIELDS, async (_fields, { body }) => {
      await buffer(body);
      await new Promise((resolve) => setImmediate(resolve));
      throw thrown;
    });
    await expect(read).rejects.toBe(thrown);
  });
});

describe('a form with several files', () => {
  const fileOf = (name: string, content = name) =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n`;
  const formOf = (...files: string[]) => uploadOf(`${HEAD}${files.join('')}--b--\r\n`);
  const content = (body: AsyncIterable<Buffer>) => buffer(body).then(String);

  it('passes them to `take` one after the other', async () => {
    const events: string[] = [];
    const { taken, refused, isCut } = await readUploads(
      formOf(fileOf('a', 'A'.repeat(200_000)), fileOf('b'), fileOf('c')),
      FIELDS,
      async ({ language }, { name, index, body }) => {
        events.push(`${name} begins`);
        const { length } = await buffer(body);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${name} ends`);
        return [language, name, index, length];
      },
    );
    expect(taken).toEqual([
      ['pt', 'a', 0, 200_000],
      ['pt', 'b', 1, 1],
      ['pt', 'c', 2, 1],
    ]);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect([refused, isCut]).toEqual([[], false]);
  });

  const uses: Record<string, (body: Readable, reason: Error) => unknown> = {
    unread: () => undefined,
    'read in part': async (body) => {
      for await (const _chunk of body) break;
    },
    read: (body) => buffer(body),
    destroyed: (body) => body.destroy(),
    'destroyed with an error': async (body, reason) => {
      for await (const _chunk of body) body.destroy(reason);
    },
  };

  it.each(Object.keys(uses))('continues after one that is rejected %s', async (how) => {
    const reason = new AppError('media.invalid');
    const { taken, refused } = await readUploads(
      formOf(fileOf('good'), fileOf('bad', 'x'.repeat(300_000)), fileOf('last')),
      FIELDS,
      async (_fields, { name, body }) => {
        if (name !== 'bad') return content(body);
        await uses[how]!(body, reason);
        throw reason;
      },
    );
    expect(taken).toEqual(['good', 'last']);
    expect(refused).toEqual([{ name: 'bad', reason }]);
  });

  it('is cut at a rejected file that does not end', async () => {
    const received = await readUploads(
      formOf(fileOf('good'), fileOf('bad', 'x'.repeat(65 * 1024 ** 2)), fileOf('last')),
      FIELDS,
      async (_fields, { name, body }) => {
        if (name === 'bad') throw new AppError('media.unsupported');
        return content(body);
      },
    );
    expect(received).toMatchObject({ taken: ['good'], refused: [{ name: 'bad' }], isCut: true });
  });

  it('is cut after the twentieth', async () => {
    const files = Array.from({ length: 21 }, (_, index) => fileOf(`${index}`));
    const { taken, isCut } = await readUploads(formOf(...files), FIELDS, (_fields, { body }) =>
      content(body),
    );
    expect(taken).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
    expect(isCut).toBe(true);
  });

  it('fails on an unexpected error, and accepts no further file', async () => {
    const bug = new Error('a bug');
    const begun: string[] = [];
    const read = readUploads(formOf(fileOf('a'), fileOf('b')), FIELDS, async (_fields, { name }) => {
      begun.push(name);
      throw bug;
    });
    await expect(read).rejects.toBe(bug);
    expect(begun).toEqual(['a']);
  });

  it('that lacks its end is rejected after its complete files were accepted', async () => {
    const taken: string[] = [];
    const read = readUploads(uploadOf(HEAD + fileOf('a') + FILE), FIELDS, async (_fields, { body }) => {
      taken.push(await content(body));
    });
    await expect(read).rejects.toMatchObject({ code: 'transcription.upload-failed' });
    expect(taken).toEqual(['a']);
  });
});

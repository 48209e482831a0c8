import '../services/data-folder';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '@/app/domain/errors';
import { readUpload } from '@/app/http/upload.server';

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
    'that lacks its end but for %i bytes is refused, whoever reads the file',
    async (bytes) => {
      const cut = uploadOf(HEAD + FILE + END.slice(0, bytes));
      const read = readUpload(cut, FIELDS, (_fields, { body }) => buffer(body));
      await expect(read).rejects.toMatchObject({ code: 'transcription.upload-failed' });
    },
  );

  it.each([new AppError('media.unsupported'), new Error('a bug')])(
    'whose taker throws at once ends with that: %s',
    async (thrown) => {
      const read = readUpload(uploadOf(HEAD + FILE + END), FIELDS, async () => {
        throw thrown;
      });
      await expect(read).rejects.toBe(thrown);
    },
  );

  it('whose taker throws after the last byte ends with that', async () => {
    const thrown = new AppError('media.invalid');
    const read = readUpload(uploadOf(HEAD + FILE + END), FIELDS, async (_fields, { body }) => {
      await buffer(body);
      await new Promise((resolve) => setImmediate(resolve));
      throw thrown;
    });
    await expect(read).rejects.toBe(thrown);
  });
});

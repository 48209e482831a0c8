import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { toRowView } from '@/app/http/views/transcription-row.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import type { TranscriptionRow } from '@/app/services/library/list-transcriptions.server';

it('includes the maximum duration in the error of a recording that is too long', async () => {
  const row = { errorCode: 'media.too-long', createdAt: new Date(0) } as TranscriptionRow;
  const request = new Request('http://127.0.0.1/transcriptions', { headers: { 'Accept-Language': 'pt-BR' } });
  const { errorMessage } = await toRowView(request, row, { state: 'full' }, {} as SignedInUser);
  expect(errorMessage).toBe('O arquivo é longo demais. O limite é de 10\u00a0h.');
});

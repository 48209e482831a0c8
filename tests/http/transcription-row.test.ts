import '../services/data-folder';
import { expect, it } from 'vitest';
import { toRowView } from '@/app/http/transcription-row.server';
import type { TranscriptionRow } from '@/app/services/transcription/list-transcriptions.server';

it('says how long a recording may be when one turned out too long', async () => {
  const row = { errorCode: 'media.too-long', createdAt: new Date(0) } as TranscriptionRow;
  const request = new Request('http://127.0.0.1/transcriptions', { headers: { 'Accept-Language': 'pt-BR' } });
  const { errorMessage } = await toRowView(request, row, { state: 'full' });
  expect(errorMessage).toBe('O arquivo é longo demais. O limite é de 10 h.');
});

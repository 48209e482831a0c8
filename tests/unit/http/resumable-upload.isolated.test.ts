import '@/tests/support/data-folder';
import { ConnectionRefusedError } from 'sequelize';
import { expect, it, vi } from 'vitest';
import { continueUpload } from '@/app/http/upload/resumable-upload.server';
import { describeUpload } from '@/app/services/upload/describe-upload.server';
import { receiveChunk } from '@/app/services/upload/receive-chunk.server';

vi.mock('@/app/services/upload/describe-upload.server');
vi.mock('@/app/services/upload/receive-chunk.server');
vi.mock('@/app/services/platform/system/database-outage.server', async (original) => ({
  ...(await original<typeof import('@/app/services/platform/system/database-outage.server')>()),
  reportOutage: async () => undefined,
}));

const TUS = { 'Tus-Resumable': '1.0.0' };
const ADDRESS = 'http://127.0.0.1/uploads/abc';
const away = new ConnectionRefusedError(new Error('connect ECONNREFUSED'));

async function answerTo(request: Request) {
  const { status, headers } = await continueUpload(request, 1);
  return [status, headers.get('Retry-After')];
}

it('asks to come back when the database goes away under a question for the offset', async () => {
  vi.mocked(describeUpload).mockRejectedValue(away);
  expect(await answerTo(new Request(ADDRESS, { method: 'HEAD', headers: TUS }))).toEqual([503, '10']);
});

it('asks to come back when the database goes away under a piece', async () => {
  vi.mocked(describeUpload).mockResolvedValue({ sizeBytes: 8, receivedBytes: 0, beganAt: new Date() });
  vi.mocked(receiveChunk).mockRejectedValue(away);
  const headers = { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const piece = new Request(ADDRESS, { method: 'PATCH', headers, body: 'piece' });
  expect(await answerTo(piece)).toEqual([503, '10']);
});

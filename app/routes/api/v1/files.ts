import { operation } from '@/app/http/api/operation';
import { fileResponse } from '@/app/http/bytes/bytes.server';
import { exportTranscript } from '@/app/services/transcript/export-transcript.server';

const FILE_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/json',
  'application/x-subrip',
  'text/plain',
  'text/vtt',
];

export const files = [
  operation({
    ...{ id: 'v1.file', method: 'GET', path: '/v1/transcriptions/{id}/exports/{format}' },
    ...{ tag: 'v1.text', access: 'read' },
    example: { params: { id: 'Zk3vQmXo0aT1bN7cR2dS9e', format: 'srt' } },
    answer: { contentTypes: FILE_TYPES },
    errors: [
      'transcription.not-found',
      'export.format-unknown',
      'export.pdf-failed',
      'export.docx-failed',
      'export.txt-failed',
    ],
    handle: async ({ caller: { user }, params, language }) =>
      fileResponse(await exportTranscript(user.id, params.id!, { extension: params.format!, language })),
  }),
];

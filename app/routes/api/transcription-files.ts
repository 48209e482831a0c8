import { operation } from '@/app/http/api/operation';
import { printTemplateResponse } from '@/app/http/api/print-template.server';
import { fileResponse } from '@/app/http/bytes/bytes.server';
import { exportTranscript } from '@/app/services/transcript/export-transcript.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';

const tag = 'exports';
const example = { params: { crypto: 'Zk3vQmXo0aT1bN7cR2dS9e' } };

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const FORMATS = [
  { id: 'exportPdf', extension: 'pdf', contentType: 'application/pdf', failure: 'export.pdf-failed' },
  { id: 'exportDocx', extension: 'docx', contentType: DOCX, failure: 'export.docx-failed' },
] as const;

export const transcriptionFiles = [
  ...FORMATS.map(({ id, extension, contentType, failure }) =>
    operation({
      ...{
        id,
        method: 'POST',
        path: `/export/${extension}/transcription/{crypto}`,
        tag,
        access: 'read',
        example,
      },
      answer: { contentTypes: [contentType] },
      errors: ['transcription.not-found', failure],
      handle: async ({ caller: { user }, params, language }) =>
        fileResponse(await exportTranscript(user.id, params.crypto!, { extension, language })),
    }),
  ),

  operation({
    ...{ id: 'printTemplate', method: 'GET', path: '/export/template/print/transcription/{crypto}' },
    ...{ tag, access: 'read', example },
    answer: { contentTypes: ['text/html'] },
    errors: ['transcription.not-found'],
    handle: async ({ caller: { user }, params, language }) =>
      printTemplateResponse(await readTranscript(user.id, params.crypto!), language),
  }),
];

import { z } from 'zod';
import {
  changeDocumentSchema,
  documentDetail,
  documentRow,
  MAX_DOCUMENT_BYTES,
  newDocumentSchema,
} from '@/app/domain/api/documents';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { fileResponse } from '@/app/http/bytes/bytes.server';
import { deleteDocument } from '@/app/services/document/delete-document.server';
import { exportDocument } from '@/app/services/document/export-document.server';
import { listDocuments } from '@/app/services/document/list-documents.server';
import { createHtmlDocument, readDocumentHtml, saveHtml } from '@/app/services/document/save-html.server';

const tag = 'documents';
const example = { params: { crypto: 'Zk3vQmXo0aT1bN7cR2dS9e' } };
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const FORMATS = [
  { id: 'documentPdf', extension: 'pdf', contentType: 'application/pdf', failure: 'export.pdf-failed' },
  { id: 'documentDocx', extension: 'docx', contentType: DOCX, failure: 'export.docx-failed' },
] as const;

export const documents = [
  operation({
    ...{ id: 'documents', method: 'GET', path: '/document/all', tag, access: 'read' },
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(9),
    }),
    answer: z.object({ rows: z.array(documentRow), count: z.int().min(0) }),
    handle: async ({ caller: { user }, query }) => {
      const { rows, page, count } = await listDocuments(user.id, query.page, [], query.limit);
      const shown = page === query.page ? rows : [];
      return {
        rows: shown.map(({ publicId, title, savedAt }) => ({
          crypto: publicId,
          title,
          updated_at: savedAt.toISOString(),
        })),
        count,
      };
    },
  }),

  operation({
    ...{ id: 'document', method: 'GET', path: '/document/{crypto}', tag, access: 'read', example },
    answer: documentDetail,
    errors: ['document.not-found'],
    handle: async ({ caller: { user }, params }) => {
      const crypto = params.crypto!;
      const { title, content, version, savedAt, transcription } = await readDocumentHtml(user.id, crypto);
      const transcription_id = transcription?.publicId ?? null;
      return { crypto, title, content, transcription_id, updated_at: savedAt.toISOString(), version };
    },
  }),

  operation({
    ...{ id: 'changeDocument', method: 'PUT', path: '/document/{crypto}', tag, access: 'write' },
    maxBodyBytes: MAX_DOCUMENT_BYTES,
    body: changeDocumentSchema,
    answer: z.object({ version: z.int() }),
    errors: ['document.not-found', 'document.conflict', 'document.too-long', 'form.malformed'],
    example: { ...example, body: { title: 'Ata', content: '<h1>Pauta</h1><p>Aprovada.</p>' } },
    handle: async ({ caller: { user }, params, body, request }) => {
      const form = { ...body, submissionId: submissionIdOf(request) };
      return { version: await saveHtml(user.id, params.crypto!, form) };
    },
  }),

  operation({
    ...{ id: 'newDocument', method: 'POST', path: '/document', tag, access: 'write' },
    status: 201,
    maxBodyBytes: MAX_DOCUMENT_BYTES,
    body: newDocumentSchema,
    answer: z.object({ data: z.string(), id: z.string() }),
    errors: [
      'transcription.not-found',
      'document.transcription-required',
      'document.too-long',
      'summary.not-made',
      'form.malformed',
    ],
    example: { body: { title: 'Ata', isSummary: false } },
    handle: async ({ caller: { user }, body, request, language }) => {
      const { transcriptionCrypto: transcription, ...made } = body;
      const submissionId = submissionIdOf(request);
      const id = await createHtmlDocument(user.id, { ...made, transcription, language, submissionId });
      return { data: id, id };
    },
  }),

  operation({
    ...{ id: 'deleteDocument', method: 'DELETE', path: '/document/{crypto}', tag, access: 'write', example },
    errors: ['document.not-found'],
    handle: async ({ caller: { user }, params, request }) => {
      const deletion = { userId: user.id, publicId: params.crypto!, submissionId: submissionIdOf(request) };
      await deleteDocument(deletion);
      return null;
    },
  }),

  ...FORMATS.map(({ id, extension, contentType, failure }) =>
    operation({
      ...{ id, method: 'POST', path: `/export/${extension}/document/{crypto}`, tag, access: 'read', example },
      answer: { contentTypes: [contentType] },
      errors: ['document.not-found', failure],
      handle: async ({ caller: { user }, params, language }) =>
        fileResponse(await exportDocument(user.id, params.crypto!, { extension, language })),
    }),
  ),
];

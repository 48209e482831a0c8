import { z } from 'zod';
import { MAX_DOCUMENT_BYTES } from '@/app/domain/api/documents';
import {
  document,
  documentChange,
  documentOf,
  documentText,
  newDocument,
} from '@/app/domain/api/v1/documents';
import { pageOf, pageQuery } from '@/app/domain/api/v1/lists';
import { cursorOf, placeOf } from '@/app/http/api/cursor.server';
import { assertMatch, versionedAnswer } from '@/app/http/api/etag';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { fileResponse } from '@/app/http/bytes/bytes.server';
import { deleteDocument } from '@/app/services/document/delete-document.server';
import { exportDocument } from '@/app/services/document/export-document.server';
import { listDocumentsByCursor } from '@/app/services/document/list-documents-by-cursor.server';
import { createHtmlDocument, readSavedHtml, saveHtml } from '@/app/services/document/save-html.server';

const tag = 'v1.documents';
const id = 'Zk3vQmXo0aT1bN7cR2dS9e';
const example = { params: { id } };
const ONE = '/v1/documents/{id}';
const LIST = 'documents';
const FILE_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
];

async function textOf(userId: number, publicId: string) {
  const found = await readSavedHtml(userId, publicId);
  return { ...documentOf({ publicId, ...found }), content: found.content };
}

export const documents = [
  operation({
    ...{ id: 'v1.documents', method: 'GET', path: '/v1/documents', tag, access: 'read' },
    query: pageQuery,
    answer: pageOf(document),
    errors: ['api.cursor-invalid'],
    handle: async ({ caller: { user }, query }) => {
      const userId = user.id;
      const after = placeOf({ userId, list: LIST, place: z.tuple([z.int(), z.int()]) }, query.cursor);
      const { rows, next } = await listDocumentsByCursor(userId, { after, limit: query.limit });
      return { data: rows.map(documentOf), next_cursor: next && cursorOf(userId, LIST, next) };
    },
  }),

  operation({
    ...{ id: 'v1.newDocument', method: 'POST', path: '/v1/documents', tag, access: 'write' },
    example: { body: { title: 'Ata', content: '<h1>Pauta</h1><p>Aprovada.</p>' } },
    status: 201,
    maxBodyBytes: MAX_DOCUMENT_BYTES,
    body: newDocument,
    answer: documentText,
    errors: ['transcription.not-found', 'summary.not-made', 'document.too-long', 'form.malformed'],
    handle: async ({ caller: { user }, body, request, language }) => {
      const { transcription_id: transcription, from, ...made } = body;
      const submissionId = submissionIdOf(request);
      const isSummary = from === 'summary';
      const wanted = { ...made, transcription, isSummary, language, submissionId };
      return textOf(user.id, await createHtmlDocument(user.id, wanted));
    },
  }),

  operation({
    ...{ id: 'v1.document', method: 'GET', path: ONE, tag, access: 'read', example },
    etag: 'answered',
    answer: documentText,
    errors: ['document.not-found'],
    handle: async ({ caller: { user }, params, request }) => {
      const found = await textOf(user.id, params.id!);
      return versionedAnswer(request, found.version, found);
    },
  }),

  operation({
    ...{ id: 'v1.changeDocument', method: 'PUT', path: ONE, tag, access: 'write' },
    example: { ...example, body: { title: 'Ata', content: '<p>Aprovada.</p>' } },
    etag: 'required',
    maxBodyBytes: MAX_DOCUMENT_BYTES,
    body: documentChange,
    answer: documentText,
    errors: ['document.not-found', 'document.conflict', 'document.too-long', 'form.malformed'],
    handle: async ({ caller: { user }, params, body, request }) => {
      const { version } = await readSavedHtml(user.id, params.id!);
      assertMatch(request, version);
      await saveHtml(user.id, params.id!, { ...body, version, submissionId: submissionIdOf(request) });
      return textOf(user.id, params.id!);
    },
  }),

  operation({
    ...{ id: 'v1.deleteDocument', method: 'DELETE', path: ONE, tag, access: 'write', example },
    errors: ['document.not-found'],
    handle: async ({ caller: { user }, params, request }) => {
      const submissionId = submissionIdOf(request);
      await deleteDocument({ userId: user.id, publicId: params.id!, submissionId });
      return null;
    },
  }),

  operation({
    ...{ id: 'v1.documentFile', method: 'GET', path: `${ONE}/exports/{format}`, tag, access: 'read' },
    example: { params: { id, format: 'pdf' } },
    answer: { contentTypes: FILE_TYPES },
    errors: [
      'document.not-found',
      'export.format-unknown',
      'export.pdf-failed',
      'export.docx-failed',
      'export.txt-failed',
    ],
    handle: async ({ caller: { user }, params, language }) =>
      fileResponse(await exportDocument(user.id, params.id!, { extension: params.format!, language })),
  }),
];

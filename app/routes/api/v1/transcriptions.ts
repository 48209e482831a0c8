import { z } from 'zod';
import { pageOf } from '@/app/domain/api/v1/lists';
import {
  filterOf,
  transcription,
  transcriptionChange,
  transcriptionDetail,
  transcriptionOf,
  transcriptionsQuery,
} from '@/app/domain/api/v1/transcriptions';
import { tagForms } from '@/app/domain/library/tag-form';
import { cursorOf, placeOf } from '@/app/http/api/cursor.server';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { listByCursor } from '@/app/services/library/list-by-cursor.server';
import { setFavourite } from '@/app/services/library/set-favourite.server';
import { addTag, listTags, removeTag } from '@/app/services/library/tags.server';
import { renameTranscription } from '@/app/services/transcript/rename-transcription.server';
import { findOwnSummary } from '@/app/services/transcript/summary/read-summary.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';
import { detailOf } from './detail-of';

const tag = 'v1.transcriptions';
const id = 'Zk3vQmXo0aT1bN7cR2dS9e';
const example = { params: { id } };
const ONE = '/v1/transcriptions/{id}';
const errors = ['transcription.not-found'] as const;
const LIST = 'transcriptions';

export const transcriptions = [
  operation({
    ...{ id: 'v1.transcriptions', method: 'GET', path: '/v1/transcriptions', tag, access: 'read' },
    query: transcriptionsQuery,
    example: { query: { limit: '2', status: 'succeeded' } },
    answer: pageOf(transcription),
    errors: ['api.cursor-invalid', 'search.words-too-short'],
    handle: async ({ caller: { user }, query }) => {
      const { id: userId } = user;
      const below = placeOf({ userId, list: LIST, place: z.int() }, query.cursor);
      const { rows, next } = await listByCursor(userId, filterOf(query), { below, limit: query.limit });
      return {
        data: rows.map(transcriptionOf),
        next_cursor: next === null ? null : cursorOf(userId, LIST, next),
      };
    },
  }),

  operation({
    ...{ id: 'v1.transcription', method: 'GET', path: ONE, tag, access: 'read', example },
    answer: transcriptionDetail,
    errors: [...errors],
    handle: async ({ caller: { user }, params }) => detailOf(user.id, params.id!),
  }),

  operation({
    ...{ id: 'v1.changeTranscription', method: 'PATCH', path: ONE, tag, access: 'write' },
    example: { ...example, body: { title: 'Reunião de pauta', is_favourite: true } },
    body: transcriptionChange,
    answer: transcriptionDetail,
    errors: [...errors],
    handle: async ({ caller: { user }, params, body, request }) => {
      const { title, is_favourite } = body;
      const submissionId = submissionIdOf(request);
      if (title !== undefined) await renameTranscription(user.id, params.id!, { title, submissionId });
      if (is_favourite !== undefined) await setFavourite(user.id, params.id!, is_favourite);
      return detailOf(user.id, params.id!);
    },
  }),

  operation({
    ...{ id: 'v1.deleteTranscription', method: 'DELETE', path: ONE, tag, access: 'write', example },
    errors: [...errors],
    handle: async ({ caller: { user }, params, request }) => {
      await deleteTranscription({
        userId: user.id,
        publicId: params.id!,
        submissionId: submissionIdOf(request),
      });
      return null;
    },
  }),

  operation({
    ...{ id: 'v1.resend', method: 'POST', path: `${ONE}/resend`, tag, access: 'write', example },
    status: 202,
    answer: transcriptionDetail,
    errors: [
      ...errors,
      'transcription.not-resendable',
      'transcription.recording-gone',
      'wallet.insufficient-funds',
      'wallet.month-used-up',
    ],
    handle: async ({ caller: { user }, params, request }) => {
      const submissionId = submissionIdOf(request);
      await resendOwnTranscription({ userId: user.id, publicId: params.id!, submissionId });
      return detailOf(user.id, params.id!);
    },
  }),

  operation({
    ...{ id: 'v1.summary', method: 'GET', path: `${ONE}/summary`, tag, access: 'read', example },
    answer: z.object({ generated: z.string().nullable(), kept: z.string().nullable() }),
    errors: [...errors],
    handle: async ({ caller: { user }, params }) => {
      const found = await findOwnSummary(user.id, params.id!);
      return { generated: found?.summary ?? null, kept: found?.summaryCopy ?? null };
    },
  }),

  operation({
    ...{ id: 'v1.tags', method: 'GET', path: '/v1/tags', tag, access: 'read' },
    answer: z.object({ data: z.array(z.string()) }),
    handle: async ({ caller: { user } }) => ({ data: await listTags(user.id) }),
  }),

  operation({
    ...{ id: 'v1.addTag', method: 'POST', path: `${ONE}/tags`, tag, access: 'write' },
    example: { ...example, body: { tag: 'Pauta' } },
    body: tagForms.add.pick({ tag: true }),
    answer: transcriptionDetail,
    errors: [...errors, 'tag.too-many'],
    handle: async ({ caller: { user }, params, body, request }) => {
      const submissionId = submissionIdOf(request);
      await addTag({ userId: user.id, publicId: params.id!, tag: body.tag, submissionId });
      return detailOf(user.id, params.id!);
    },
  }),

  operation({
    ...{ id: 'v1.removeTag', method: 'DELETE', path: `${ONE}/tags/{tag}`, tag, access: 'write' },
    example: { params: { id, tag: 'Pauta' } },
    errors: [...errors],
    handle: async ({ caller: { user }, params, request }) => {
      const submissionId = submissionIdOf(request);
      await removeTag({ userId: user.id, publicId: params.id!, tag: params.tag!, submissionId });
      return null;
    },
  }),
];

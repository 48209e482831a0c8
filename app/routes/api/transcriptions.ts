import { z } from 'zod';
import {
  cardSchema,
  cardsQuery,
  changeSchema,
  contentSchema,
  detailSchema,
  MAX_CONTENT_BYTES,
  nameSchema,
  statusOf,
} from '@/app/domain/api/transcriptions';
import { AppError } from '@/app/domain/errors';
import { readListQuery } from '@/app/domain/library/list-query';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { jsonAnswer } from '@/app/http/api/json-answer';
import { operation } from '@/app/http/api/operation';
import { linkParts } from '@/app/http/api/recording-address.server';
import { statusLabel } from '@/app/http/api/status-label.server';
import { sendRecording } from '@/app/http/bytes/bytes.server';
import { listCards, listNames } from '@/app/services/library/list-cards.server';
import { readDetail } from '@/app/services/transcript/read-detail.server';
import { openLinkedRecording } from '@/app/services/transcript/recording-link.server';
import { renameBlockSpeaker, renameSpeakerNow } from '@/app/services/transcript/rename-by-times.server';
import { renameTranscription } from '@/app/services/transcript/rename-transcription.server';
import { replaceText } from '@/app/services/transcript/replace-text.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';

const tag = 'transcriptions';
const example = { params: { crypto: 'Zk3vQmXo0aT1bN7cR2dS9e' } };

/** Names that the list for choosing has at most. */
const MAX_NAMES = 10_000;

/** JSON of the fields, and under each of the names of a value that is JSON already, and long. */
function withJson(fields: object, names: string[], json: Buffer): Uint8Array<ArrayBuffer> {
  const named = names.flatMap((name) => [Buffer.from(`,"${name}":`), json]);
  return Buffer.concat([Buffer.from(JSON.stringify(fields).slice(0, -1)), ...named, Buffer.from('}')]);
}

export const transcriptions = [
  operation({
    ...{ id: 'cards', method: 'GET', path: '/transcription/cards-all', tag, access: 'read' },
    query: cardsQuery,
    answer: z.object({ rows: z.array(cardSchema), count: z.int().min(0) }),
    errors: ['search.words-too-short', 'list.dates-reversed'],
    handle: async ({ caller: { user }, query }) => {
      const { page, limit, ...fields } = query;
      const { filter, errors } = readListQuery(new URLSearchParams(fields), new Date());
      const [mistake] = Object.values(errors);
      if (mistake) throw new AppError(mistake);
      const { rows, count } = await listCards(user.id, filter, { page, limit });
      const cards = rows.map(
        ({ publicId, title, status, durationMs, createdAt, updatedAt, hasRecording }) => ({
          crypto: publicId,
          title,
          name: title,
          ...linkParts(publicId, hasRecording),
          duration: durationMs,
          lastUpdate: updatedAt.toISOString(),
          createdAt: createdAt.toISOString(),
          labels: [statusLabel(status)],
          transcription_status: statusOf(status),
        }),
      );
      return { rows: cards, count };
    },
  }),

  operation({
    ...{ id: 'names', method: 'GET', path: '/transcription/all', tag, access: 'read' },
    answer: z.array(nameSchema),
    handle: async ({ caller: { user } }) => {
      const rows = await listNames(user.id, MAX_NAMES);
      return rows.map(({ publicId, title, status }) => ({
        crypto: publicId,
        name: title,
        transcription_status: statusOf(status),
      }));
    },
  }),

  operation({
    ...{ id: 'transcription', method: 'GET', path: '/transcription/{crypto}', tag, access: 'read', example },
    answer: detailSchema,
    errors: ['transcription.not-found'],
    handle: async ({ caller: { user }, params }) => {
      const text = await readDetail(user.id, params.crypto!);
      const fields = {
        crypto: text.publicId,
        name: text.title,
        title: text.title,
        ...linkParts(text.publicId, text.hasRecording),
        file_milliseconds: text.durationMs,
        confidence_score: text.confidenceScore,
        updated_at: text.savedAt.toISOString(),
        version: text.version,
        transcription_status: statusOf(text.status),
      };
      return jsonAnswer(withJson(fields, ['transcription_dialogue', 'dialogue'], text.dialogue));
    },
  }),

  operation({
    ...{ id: 'recording', method: 'GET', path: '/recording/{crypto}', tag, access: 'open' },
    example: { ...example, query: { expires: '1796000000000', signature: 'b3f0' } },
    query: z.object({
      expires: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      signature: z.string().max(128),
    }),
    answer: { contentTypes: ['audio/*', 'video/*', 'application/octet-stream'], hasRanges: true },
    errors: ['api.link-expired', 'transcription.not-found'],
    handle: async ({ params, query, request, context }) =>
      sendRecording({ request, context: { ...context } }, await openLinkedRecording(params.crypto!, query)),
  }),

  operation({
    ...{ id: 'changeTranscription', method: 'PUT', path: '/transcription/{crypto}', tag, access: 'write' },
    body: changeSchema,
    errors: [
      'transcription.not-found',
      'transcript.conflict',
      'transcript.speaker-merge',
      'transcript.too-long',
    ],
    example: { ...example, body: { module: 'name', transcription_name: 'Reunião de pauta' } },
    handle: async ({ caller: { user }, params, body, request }) => {
      const submissionId = submissionIdOf(request);
      const publicId = params.crypto!;
      if (body.module === 'name') {
        await renameTranscription(user.id, publicId, { title: body.transcription_name, submissionId });
        return null;
      }
      const renaming = { from: body.old_speaker, to: body.new_speaker, submissionId };
      if (body.module === 'multipleSpeaker') {
        await renameSpeakerNow(user.id, publicId, { ...renaming, mayMerge: body.merge });
        return null;
      }
      const times = { startMs: body.start, endMs: body.end };
      await renameBlockSpeaker(user.id, publicId, { ...renaming, ...times });
      return null;
    },
  }),

  operation({
    ...{ id: 'updateContent', method: 'POST', path: '/transcription/content/update', tag, access: 'write' },
    maxBodyBytes: MAX_CONTENT_BYTES,
    body: contentSchema,
    answer: z.object({ version: z.int() }),
    errors: ['transcription.not-found', 'transcript.conflict', 'transcript.too-long'],
    example: {
      body: {
        transcription_crypto: example.params.crypto,
        content: JSON.stringify([{ speaker: 'Ana', text: 'Bom dia a todos.', words: [] }]),
      },
    },
    handle: async ({ caller: { user }, body, request }) => {
      const { transcription_crypto: publicId, content: blocks, version } = body;
      const submissionId = submissionIdOf(request);
      return { version: await replaceText(user.id, publicId, { blocks, version, submissionId }) };
    },
  }),

  operation({
    ...{
      id: 'deleteTranscription',
      method: 'DELETE',
      path: '/transcription/{crypto}',
      tag,
      access: 'write',
      example,
    },
    errors: ['transcription.not-found'],
    handle: async ({ caller: { user }, params, request }) => {
      const deletion = { userId: user.id, publicId: params.crypto!, submissionId: submissionIdOf(request) };
      await deleteTranscription(deletion);
      return null;
    },
  }),

  operation({
    ...{
      id: 'resend',
      method: 'PATCH',
      path: '/transcription/resend/{crypto}',
      tag,
      access: 'write',
      example,
    },
    errors: [
      'transcription.not-found',
      'transcription.not-resendable',
      'transcription.recording-gone',
      'wallet.insufficient-funds',
      'wallet.month-used-up',
    ],
    handle: async ({ caller: { user }, params, request }) => {
      const sent = { userId: user.id, publicId: params.crypto!, submissionId: submissionIdOf(request) };
      await resendOwnTranscription(sent);
      return null;
    },
  }),
];

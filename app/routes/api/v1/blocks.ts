import { z } from 'zod';
import { MAX_CONTENT_BYTES } from '@/app/domain/api/transcriptions';
import { pageQuery } from '@/app/domain/api/v1/lists';
import {
  block,
  blockChange,
  blockOf,
  newBlocks,
  speakerChange,
  word,
  wordOf,
} from '@/app/domain/api/v1/transcriptions';
import { AppError } from '@/app/domain/errors';
import { code } from '@/app/domain/form-fields';
import { cursorOf, placeOf } from '@/app/http/api/cursor.server';
import { assertMatch, versionedAnswer } from '@/app/http/api/etag';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { editUtterance, findUtterance, renameSpeaker } from '@/app/services/transcript/edit-utterance.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';
import { replaceText } from '@/app/services/transcript/replace-text.server';
import { readOwnHead, readVersion } from '@/app/services/transcript/versions.server';

const tag = 'v1.text';
const id = 'Zk3vQmXo0aT1bN7cR2dS9e';
const example = { params: { id } };
const ONE = '/v1/transcriptions/{id}';

/** A page belongs to one version of the text, so that a later one moves nothing on the pages that follow. */
const place = z.tuple([z.int().min(1), z.int().min(0)]);
const milliseconds = z.coerce.number().int().min(0).max(1e12);
const textQuery = pageQuery.extend({ limit: z.coerce.number().int().min(1).max(1000).default(200) });

const wordsQuery = textQuery
  .extend({ from_ms: milliseconds.default(0), to_ms: milliseconds.optional() })
  .refine(({ from_ms, to_ms = from_ms }) => from_ms <= to_ms, {
    path: ['to_ms'],
    error: code('api.range-reversed'),
  });

const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ version: z.int(), data: z.array(item), next_cursor: z.string().nullable() });

const saved = z.object({
  /** Of the newest saved text. */
  version: z.int(),
  /** False while the change waits, with others of the editor, to be saved there. */
  is_saved: z.boolean(),
});

/** Where on which version a page begins, and the items of that version. */
async function pageFrom<Item>(
  list: string,
  call: { userId: number; publicId: string; cursor: string | undefined; limit: number },
  itemsOf: (text: Awaited<ReturnType<typeof readVersion>>) => Item[],
) {
  const { userId, publicId, cursor, limit } = call;
  const [asked, from = 0] = placeOf({ userId, list, place }, cursor) ?? [];
  const text = await readVersion(userId, publicId, asked);
  const items = itemsOf(text);
  const isLast = from + limit >= items.length;
  return {
    version: text.version,
    data: items.slice(from, from + limit),
    next_cursor: isLast ? null : cursorOf(userId, list, [text.version, from + limit]),
  };
}

interface Edit {
  userId: number;
  publicId: string;
  request: Request;
}

/**
 * Edits the version that `If-Match` names.
 * @returns the number of the newest version then, which is that of before while the change waits in the editor's draft
 */
async function edited(
  { userId, publicId, request }: Edit,
  change: (form: { version: number; submissionId: string }) => Promise<unknown>,
) {
  const { version } = await readOwnHead(userId, publicId);
  assertMatch(request, version);
  await change({ version, submissionId: submissionIdOf(request) });
  const after = await readOwnHead(userId, publicId);
  return { version: after.version, is_saved: after.version > version };
}

export const blocks = [
  operation({
    ...{ id: 'v1.blocks', method: 'GET', path: `${ONE}/blocks`, tag, access: 'read', example },
    etag: 'answered',
    query: textQuery,
    answer: page(block),
    errors: ['transcription.not-found', 'api.cursor-invalid'],
    handle: async ({ caller: { user }, params, query, request }) => {
      const publicId = params.id!;
      const call = { userId: user.id, publicId, cursor: query.cursor, limit: query.limit };
      const found = await pageFrom(`blocks:${publicId}`, call, ({ version, utterances }) =>
        utterances.map((utterance, index) => blockOf(version, index, utterance)),
      );
      return versionedAnswer(request, found.version, found);
    },
  }),

  operation({
    ...{ id: 'v1.words', method: 'GET', path: `${ONE}/words`, tag, access: 'read' },
    example: { ...example, query: { from_ms: '0', to_ms: '60000' } },
    etag: 'answered',
    query: wordsQuery,
    answer: page(word),
    errors: ['transcription.not-found', 'api.cursor-invalid'],
    handle: async ({ caller: { user }, params, query, request }) => {
      const { from_ms, to_ms = Number.MAX_SAFE_INTEGER, cursor, limit } = query;
      const publicId = params.id!;
      const call = { userId: user.id, publicId, cursor, limit };
      const found = await pageFrom(`words:${publicId}:${from_ms}:${to_ms}`, call, ({ version, utterances }) =>
        utterances.flatMap(({ words }, index) =>
          words
            .filter(({ startMs, endMs }) => endMs >= from_ms && startMs < to_ms)
            .map((one) => wordOf(`${version}.${index}`, one)),
        ),
      );
      return versionedAnswer(request, found.version, found);
    },
  }),

  operation({
    ...{ id: 'v1.replaceBlocks', method: 'PUT', path: `${ONE}/blocks`, tag, access: 'write' },
    example: { ...example, body: { blocks: [{ speaker: 'Ana', text: 'Bom dia a todos.' }] } },
    etag: 'required',
    maxBodyBytes: MAX_CONTENT_BYTES,
    body: newBlocks,
    answer: saved,
    errors: ['transcription.not-found', 'transcript.conflict', 'transcript.too-long'],
    handle: async ({ caller: { user }, params, body, request }) => {
      const publicId = params.id!;
      const { version } = await edited({ userId: user.id, publicId, request }, (form) =>
        replaceText(user.id, publicId, { ...form, blocks: body.blocks }),
      );
      return { version, is_saved: true };
    },
  }),

  operation({
    ...{ id: 'v1.changeBlock', method: 'PATCH', path: `${ONE}/blocks/{block}`, tag, access: 'write' },
    example: { params: { id, block: '1.0' }, body: { text: 'Bom dia a todos.', speaker: 'Ana' } },
    etag: 'required',
    maxBodyBytes: 1024 * 1024,
    body: blockChange,
    answer: saved,
    errors: [
      'transcription.not-found',
      'transcript.block-unknown',
      'transcript.conflict',
      'transcript.too-long',
    ],
    handle: async ({ caller: { user }, params, body, request }) => {
      const [publicId, blockId] = [params.id!, params.block!];
      const { text, speaker } = body;
      return edited({ userId: user.id, publicId, request }, async (form) => {
        const { found } = await findUtterance(user.id, publicId, blockId);
        if (!found) throw new AppError('transcript.block-unknown');
        await editUtterance(user.id, publicId, { ...form, blockId, text, speaker });
      });
    },
  }),

  operation({
    ...{ id: 'v1.renameSpeaker', method: 'PATCH', path: `${ONE}/speakers`, tag, access: 'write' },
    example: { ...example, body: { from: 'A', to: 'Ana' } },
    etag: 'required',
    body: speakerChange,
    answer: saved,
    errors: [
      'transcription.not-found',
      'transcript.speaker-unknown',
      'transcript.conflict',
      'transcript.speaker-merge',
    ],
    handle: async ({ caller: { user }, params, body, request }) => {
      const publicId = params.id!;
      const { merge: mayMerge, ...names } = body;
      return edited({ userId: user.id, publicId, request }, async (form) => {
        const { blocks: passages } = await readDraftTranscript(user.id, publicId);
        if (!passages.some(({ speaker }) => speaker === names.from))
          throw new AppError('transcript.speaker-unknown');
        await renameSpeaker(user.id, publicId, { ...form, ...names, mayMerge });
      });
    },
  }),
];

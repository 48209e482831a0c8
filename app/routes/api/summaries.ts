import { z } from 'zod';
import { summaryCopySchema } from '@/app/domain/transcript/summary/forms';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { setSummaryCopy } from '@/app/services/transcript/summary/change-summary.server';
import { findOwnSummary } from '@/app/services/transcript/summary/read-summary.server';

const tag = 'summaries';
const crypto = z.string().max(64);

const summary = z
  .object({ id: z.string(), summary: z.string(), summary_copy: z.string().nullable() })
  .meta({ id: 'Summary' });

export const summaries = [
  operation({
    ...{ id: 'summary', method: 'GET', path: '/ai/summary', tag, access: 'read' },
    query: z.object({ transcriptionCrypto: crypto }),
    example: { query: { transcriptionCrypto: 'Zk3vQmXo0aT1bN7cR2dS9e' } },
    answer: z.array(summary),
    errors: ['transcription.not-found'],
    handle: async ({ caller: { user }, query: { transcriptionCrypto: id } }) => {
      const found = await findOwnSummary(user.id, id);
      return found ? [{ id, summary: found.summary, summary_copy: found.summaryCopy }] : [];
    },
  }),

  operation({
    ...{ id: 'changeSummary', method: 'PUT', path: '/ai/summary', tag, access: 'write' },
    body: z.object({ id: crypto, summaryCopy: summaryCopySchema.shape.summaryCopy.nullable() }),
    errors: ['transcription.not-found', 'summary.not-made', 'summary.conflict'],
    example: { body: { id: 'Zk3vQmXo0aT1bN7cR2dS9e', summaryCopy: 'A pauta foi aprovada.' } },
    handle: async ({ caller: { user }, body: { id, summaryCopy }, request }) => {
      await setSummaryCopy(user.id, id, { summaryCopy, submissionId: submissionIdOf(request) });
      return null;
    },
  }),
];

import { z } from 'zod';
import { answerMcp } from '@/app/http/api/mcp/answer-mcp.server';
import { operation } from '@/app/http/api/operation';

/** A message of JSON-RPC 2.0; the SDK checks the rest. */
const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(100).optional(),
});

export const mcp = [
  operation({
    id: 'mcp',
    method: 'POST',
    path: '/mcp',
    tag: 'mcp',
    access: 'read',
    body: message,
    mayBeAccepted: true,
    answer: z.looseObject({ jsonrpc: z.literal('2.0') }),
    ownError: z.looseObject({
      jsonrpc: z.literal('2.0'),
      error: z.looseObject({ code: z.int(), message: z.string() }),
    }),
    example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    handle: ({ request, body, caller, language }) =>
      answerMcp({ request, message: body, userId: caller.user.id, language }),
  }),
];

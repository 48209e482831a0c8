import { z } from 'zod';
import { openApiOf } from '@/app/http/api/openapi.server';
import { type Operation, operation } from '@/app/http/api/operation';

/** The description of all operations, itself among them. */
export const documentation = (all: Operation[]): Operation =>
  operation({
    id: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    tag: 'documentation',
    access: 'open',
    answer: z.record(z.string(), z.unknown()),
    handle: async ({ language }) => openApiOf(all, language),
  });

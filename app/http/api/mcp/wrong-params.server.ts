import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { TOOL_INPUTS } from './tools.server';

const REQUESTS = new Map<unknown, z.ZodType>([
  ['initialize', InitializeRequestSchema],
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);
const INPUTS = new Map(Object.entries(TOOL_INPUTS).map(([name, input]) => [name, z.object(input)]));

/**
 * What is wrong with the parameters of a request, in a sentence; null where nothing is. The SDK would answer with an
 * internal error, or a tool's result, and the whole list of what its parser found.
 */
export function wrongParams(message: Record<string, unknown>, t: TFunction): string | null {
  if (REQUESTS.get(message.method)?.safeParse(message).success === false) return t('mcp.wrongParams');
  if (message.method !== 'tools/call') return null;
  const { params } = CallToolRequestSchema.parse(message);
  const input = INPUTS.get(params.name);
  if (!input) return t('mcp.unknownTool');
  const [issue] = input.safeParse(params.arguments ?? {}).error?.issues ?? [];
  return issue ? t('mcp.wrongArgument', { argument: issue.path[0] }) : null;
}

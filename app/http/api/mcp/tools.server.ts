import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import {
  listOwnDocuments,
  listRecordings,
  readDocumentStretch,
  readStretch,
  readSummaryText,
  searchRecordings,
} from './answers.server';

const id = z.string().max(64);
const stretch = { max_characters: z.int().min(500).max(50_000).default(12_000) };

/** What each tool is asked with. */
export const TOOL_INPUTS = {
  search_recordings: { query: z.string().max(500), recording: id.optional(), before: id.optional() },
  list_recordings: { title: z.string().max(255).optional(), before: id.optional() },
  read_transcript: { recording: id, from_seconds: z.number().min(0).max(1e7).default(0), ...stretch },
  summarize_recording: { recording: id },
  list_documents: { page: z.int().min(1).max(100_000).default(1) },
  read_document: { document: id, from_character: z.int().min(0).max(1e7).default(0), ...stretch },
};

/** The tools with which an assistant works with the recordings and documents of an account. They change nothing. */
export function addTools(server: McpServer, userId: number, language: InterfaceLanguage): void {
  const t = translator(language, 'api');
  const owner = { userId, t };
  const answer = (work: Promise<string>) => answered(work, language);
  const about = <Name extends keyof typeof TOOL_INPUTS>(name: Name) => ({
    title: t(`mcp.${name}.title`),
    description: t(`mcp.${name}.about`),
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: TOOL_INPUTS[name],
  });

  server.registerTool('search_recordings', about('search_recordings'), (given) =>
    answer(searchRecordings(owner, given)),
  );
  server.registerTool('list_recordings', about('list_recordings'), (given) =>
    answer(listRecordings(owner, given)),
  );
  server.registerTool('read_transcript', about('read_transcript'), (given) =>
    answer(readStretch(owner, given)),
  );
  server.registerTool('summarize_recording', about('summarize_recording'), ({ recording }) =>
    answer(readSummaryText(owner, recording)),
  );
  server.registerTool('list_documents', about('list_documents'), ({ page }) =>
    answer(listOwnDocuments(owner, page)),
  );
  server.registerTool('read_document', about('read_document'), (given) =>
    answer(readDocumentStretch(owner, given)),
  );
}

/** An expected error is a result that the assistant can read; any other is logged, and says no more than that. */
async function answered(work: Promise<string>, language: InterfaceLanguage): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await work }] };
  } catch (error) {
    const isExpected = error instanceof AppError;
    if (!isExpected) log.error({ error }, 'a tool failed');
    const t = translator(language, 'errors');
    const text = isExpected ? t(error.code, error.params) : t('api.failed');
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

import type { EditableParagraph } from '@/app/domain/document/document-change';

export interface ServerDocument {
  version: number;
  changeIds: string[];
  title: string;
  /** ISO 8601. */
  savedAt: string;
  blocks: EditableParagraph[];
}

/** @throws Error when the response is not OK */
export async function fetchServerDocument(): Promise<ServerDocument> {
  const answer = await fetch(`${location.pathname}/draft`, { redirect: 'manual' });
  if (!answer.ok) throw new Error('the document did not come');
  return (await answer.json()) as ServerDocument;
}

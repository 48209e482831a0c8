import { hashShareToken } from '@/app/config/token.server';
import { isPublicId } from '@/app/domain/public-id';
import { database } from '@/models/database.server';

/** Public id of a transcription or of a document, or token of a share link. */
export type TextAddress = { transcription: string } | { document: string } | { share: string };

interface Measured {
  /** Total length in bytes of the uncompressed columns. */
  plain: number | string | null;
  /** The last four bytes of the gzipped column: ISIZE, the uncompressed length (RFC 1952, section 2.3.1). */
  packed: Buffer | null;
}

/** Bytes of the text that a page loads, with unsaved changes and linked transcript; 0 for none. Does not read it. */
export async function measureText(address: TextAddress): Promise<number> {
  if ('document' in address) return isPublicId(address.document) ? measureDocument(address.document) : 0;
  if ('transcription' in address && !isPublicId(address.transcription)) return 0;
  return 'share' in address
    ? bytesOf(`${TRANSCRIPT} t.id = (SELECT transcription_id FROM shares WHERE token_hash = :value)`, {
        value: hashShareToken(address.share),
      })
    : bytesOf(`${TRANSCRIPT} t.public_id = :value`, { value: address.transcription });
}

async function measureDocument(publicId: string): Promise<number> {
  const [row] = await database().select<{ id: number; transcriptionId: number | null }>(
    'SELECT id, transcription_id AS transcriptionId FROM documents WHERE public_id = :publicId',
    { publicId },
  );
  if (!row) return 0;
  const own = await bytesOf(
    `SELECT (${CHANGES} WHERE d.document_id = :id) AS plain,
      (SELECT SUBSTR(content, -4) FROM document_versions WHERE document_id = :id ORDER BY number DESC LIMIT 1) AS packed`,
    { id: row.id },
  );
  const linked = row.transcriptionId;
  return own + (linked === null ? 0 : await bytesOf(`${TRANSCRIPT} t.id = :linked`, { linked }));
}

const CHANGES = `SELECT COALESCE(SUM(OCTET_LENGTH(c.content)), 0)
  FROM draft_changes c JOIN drafts d ON d.id = c.draft_id`;

/** Includes the machine's transcript (version 1), which exports and summaries read. */
const TRANSCRIPT = `SELECT COALESCE((SELECT OCTET_LENGTH(utterances) FROM transcripts WHERE transcription_id = t.id), 0)
    + (${CHANGES} WHERE d.transcription_id = t.id) AS plain,
  (SELECT SUBSTR(content, -4) FROM transcript_versions
    WHERE transcription_id = t.id ORDER BY number DESC LIMIT 1) AS packed
FROM transcriptions t WHERE`;

/** 0 without a row. */
async function bytesOf(sql: string, values: Record<string, unknown>): Promise<number> {
  const [row] = await database().select<Measured>(sql, values);
  return Number(row?.plain ?? 0) + (row?.packed ? Buffer.from(row.packed).readUInt32LE() : 0);
}

import { inTransaction } from '@/models/database.server';
import { Document } from '@/models/document.server';
import { readSavedDocument, searchTermsOfDocument } from './saved-document.server';

/** Indexes a document that was saved when searches knew fewer kinds of terms. */
export async function indexSavedDocument(documentId: number): Promise<void> {
  await inTransaction(async (transaction) => {
    const document = await Document.findByPk(documentId, { lock: transaction.LOCK.UPDATE, transaction });
    if (!document) return;
    const text = await readSavedDocument(document, { transaction });
    const words = searchTermsOfDocument(document.userId, document.title, text);
    await document.update({ words }, { transaction, silent: true });
  });
}

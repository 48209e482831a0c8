import { createContext } from 'react';

/** What the document's frame needs beside its data. */
export interface DocumentFrame {
  /** Allows exactly the scripts of this answer. */
  nonce: string;
  /** Address of the small script that attaches the islands. */
  entryScript: string;
}

export const DocumentContext = createContext<DocumentFrame>({ nonce: '', entryScript: '' });

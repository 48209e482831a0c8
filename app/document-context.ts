import { createContext } from 'react';

export interface DocumentFrame {
  /** CSP nonce of this response's scripts. */
  nonce: string;
  /** URL of the script that attaches the islands. */
  entryScript: string;
}

export const DocumentContext = createContext<DocumentFrame>({ nonce: '', entryScript: '' });

import { createContext } from 'react';

export interface DocumentFrame {
  nonce: string;
  entryScript: string;
  /** Of a page that failed, which the error boundary replaces. */
  errorStatus?: number | undefined;
}

export const DocumentContext = createContext<DocumentFrame>({ nonce: '', entryScript: '' });

import { createContext } from 'react';

export interface DocumentFrame {
  nonce: string;
  entryScript: string;
}

export const DocumentContext = createContext<DocumentFrame>({ nonce: '', entryScript: '' });

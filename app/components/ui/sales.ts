import { createContext, useContext } from 'react';

/** Whether minutes are sold here. Without, no page speaks of a wallet, plans or prices. */
export const SalesContext = createContext(true);

export const useSells = (): boolean => useContext(SalesContext);

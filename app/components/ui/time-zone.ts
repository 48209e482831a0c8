import { createContext } from 'react';

/** IANA name of the account's time zone; null for readers without an account. */
export const TimeZoneContext = createContext<string | null>(null);

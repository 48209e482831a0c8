/** Of the stand-in, before it goes out. */
export interface Answer {
  status: number;
  body?: unknown;
  /** Of a redirect. */
  location?: string;
}

/** As the API answers errors. */
export const errorBody = (code: number, reason: string, message = reason) => ({
  error: { errors: [{ domain: 'global', reason, message }], code, message },
});

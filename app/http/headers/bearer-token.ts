/** The token of the header `Authorization`; null without one that can be read. */
export const bearerTokenOf = (authorization: string | null | undefined): string | null =>
  /^Bearer +(\S{1,4096})$/i.exec(authorization ?? '')?.[1] ?? null;

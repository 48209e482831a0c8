/** What a personal API token may do; a token of a sign-in may do all of it. */
export const TOKEN_SCOPES = ['read', 'write', 'billing'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

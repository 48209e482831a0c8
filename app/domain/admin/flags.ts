/** Feature flags that an administrator switches for all users or some. */
export const FEATURES = ['celeste-youtube'] as const;

export type Feature = (typeof FEATURES)[number];

/** All flags; 'maintenance' concerns the whole site. */
export type FlagName = Feature | 'maintenance';

/**
 * Whether a flag is on for the user of `email`; without it, for everybody.
 * @param emails JSON list of those it is on for, empty for everybody; null while it is off
 */
export function isOnFor(emails: string | null, email?: string): boolean {
  if (emails === null) return false;
  const listed = JSON.parse(emails) as string[];
  return listed.length === 0 || (email !== undefined && listed.includes(email));
}

/** Features that an administrator switches, for everybody or for some (specification: roles and permissions). */
export const FEATURES = ['celeste-youtube'] as const;

export type Feature = (typeof FEATURES)[number];

/** Whatever is on or off; 'maintenance' concerns the whole site. */
export type FlagName = Feature | 'maintenance';

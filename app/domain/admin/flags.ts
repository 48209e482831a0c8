/** Feature flags that an administrator switches for all users or some. */
export const FEATURES = ['celeste-youtube'] as const;

export type Feature = (typeof FEATURES)[number];

/** All flags; 'maintenance' concerns the whole site. */
export type FlagName = Feature | 'maintenance';

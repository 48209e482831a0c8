import { settings } from '@/app/config/env.server';

/** A path of ours as an address for whoever is not on our pages; an address elsewhere stays. */
export const ownAddress = (pathOrUrl: string): string => new URL(pathOrUrl, `${settings.publicUrl}/`).href;

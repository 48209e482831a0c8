import { isFlagOn } from './flags.server';

/** Whether the feature flag for videos is on for this account. */
export const mayFetchVideos = ({ email }: { email: string }) => isFlagOn('celeste-youtube', { email });

/** The lists of meetings; the first is shown without a parameter. */
export const MEETING_TABS = ['upcoming', 'running', 'recordings'] as const;

export type MeetingTab = (typeof MEETING_TABS)[number];

/** Reads `?tab=&page=`; an invalid tab is the first, an invalid page number is page 1. */
export function readMeetingQuery(parameters: URLSearchParams): { tab: MeetingTab; page: number } {
  const page = Number(parameters.get('page'));
  return {
    tab: MEETING_TABS.find((tab) => tab === parameters.get('tab')) ?? 'upcoming',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** @param path of the page, or of the polls for news of it */
export function meetingsHref(tab: MeetingTab, page = 1, path = '/meetings'): string {
  const parameters = new URLSearchParams({
    ...(tab !== 'upcoming' && { tab }),
    ...(page > 1 && { page: String(page) }),
  });
  return `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

import type { AppErrorCode } from '../errors';
import type { Choice, Outcome } from './assistant';

/** What becomes of an event, for a page. */
export interface EventAssistantView {
  eventId: string;
  choice: Choice | null;
  /** Null where it stands alone. */
  series: { choice: Choice | null } | null;
  outcome: Outcome;
  /** Why none is sent now although one is wanted. */
  refusal: AppErrorCode | null;
  /** Its meeting's public id; null before there is one. */
  meetingId: string | null;
  hasAcceptedTerms: boolean;
}

/** Whether a page says something of the assistant of an event: where it may go, or somebody asked for it. */
export const concernsAssistant = ({
  outcome,
  choice,
}: Pick<EventAssistantView, 'outcome' | 'choice'>): boolean =>
  choice !== null || (outcome !== 'no-meet' && outcome !== 'all-day' && outcome !== 'cancelled');

/** The values of the field `choice`: a word on one event, or to follow the account's setting. */
export const CHOICES = ['send', 'skip', 'default'] as const;

export type ChoiceField = (typeof CHOICES)[number];

const SENDABLE: readonly Outcome[] = ['skipped', 'off', 'declined', 'unanswered', 'late'];
const SKIPPABLE: readonly Outcome[] = ['planned', 'sent'];
/** A word on these would come too late. */
const DECIDED: readonly Outcome[] = ['underway', 'over', 'ended', 'cancelled'];

/** What a page offers to choose for an event. */
export function choicesFor({
  outcome,
  choice,
  series,
}: Pick<EventAssistantView, 'outcome' | 'choice' | 'series'>): ChoiceField[] {
  const hasWord = choice !== null || Boolean(series?.choice);
  return CHOICES.filter((offered) => {
    if (offered === 'send') return SENDABLE.includes(outcome);
    if (offered === 'skip') return SKIPPABLE.includes(outcome);
    return hasWord && !DECIDED.includes(outcome);
  });
}

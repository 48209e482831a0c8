import type { z } from 'zod';
import type { Choice } from '@/app/domain/calendar/assistant';
import { assistantChoiceSchema } from '@/app/domain/calendar/assistant-forms';
import type { ChoiceField } from '@/app/domain/calendar/assistant-view';
import { MAX_WAITING_MEETINGS } from '@/app/domain/meeting/limits';
import { chooseAssistant } from '@/app/services/calendar/assistants/choose-assistant.server';
import { redirectWithToast } from '../forms/toast.server';

interface AssistantChoice {
  userId: number;
  submissionId: string;
  eventId: string;
  choice: ChoiceField;
  series: boolean;
  terms: boolean;
}

const TOASTS = { send: 'sent', skip: 'skipped', default: 'default' } as const;

const choiceOf = (field: ChoiceField): Choice | null => (field === 'default' ? null : field);

/** Keeps a word on an event, and goes on with what became of it. */
export async function chooseWithToast(to: string, { choice, terms, series, ...form }: AssistantChoice) {
  const chosen = { ...form, choice: choiceOf(choice), isForSeries: series, acceptsTerms: terms };
  const { outcome, refusal } = await chooseAssistant(chosen);
  if (refusal) {
    const params = { limit: MAX_WAITING_MEETINGS };
    return redirectWithToast(to, { area: 'errors', key: refusal, kind: 'warning', params });
  }
  // Sent, and yet it does not go: the event has no room, or another assistant is there.
  const isInVain = choice === 'send' && outcome !== 'sent' && outcome !== 'planned' && outcome !== 'underway';
  if (isInVain) {
    return redirectWithToast(to, { area: 'calendar', key: `assistant.outcome.${outcome}`, kind: 'info' });
  }
  return redirectWithToast(to, {
    area: 'calendar',
    key: `assistant.toast.${series ? 'series.' : ''}${TOASTS[choice]}`,
    kind: 'success',
  });
}

/** The form of `EventAssistant` on the page of an event: the handler of its intent `assistant`. */
export const assistantIntent = [
  assistantChoiceSchema,
  (form: z.output<typeof assistantChoiceSchema>, { userId, eventId }: { userId: number; eventId: string }) =>
    chooseWithToast(`/calendar/${encodeURIComponent(eventId)}`, { ...form, userId, eventId }),
] as const;

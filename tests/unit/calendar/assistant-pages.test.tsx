import { describe, expect, it } from 'vitest';
import { AssistantPage } from '@/app/components/calendar/AssistantPage';
import { EventAssistant } from '@/app/components/calendar/EventAssistant';
import type { Outcome } from '@/app/domain/calendar/assistant';
import { choicesFor, type EventAssistantView } from '@/app/domain/calendar/assistant-view';
import { render, textOf } from '@/tests/support/render';

const OUTCOMES: Outcome[] = [
  ...(['cancelled', 'all-day', 'no-meet', 'meet-pending', 'skipped', 'off', 'declined'] as const),
  ...(['unanswered', 'ended', 'late', 'covered', 'planned', 'sent', 'underway', 'over'] as const),
];

const view = (values: Partial<EventAssistantView> = {}): EventAssistantView => ({
  ...{ eventId: 'a', choice: null, outcome: 'planned', refusal: null, meetingId: null },
  series: null,
  hasAcceptedTerms: true,
  ...values,
});

const buttonsOf = (markup: string) =>
  [...markup.matchAll(/<button[^>]* name="choice" value="(\w+)"/g)].map(([, value]) => value);

describe('the assistant of an event', () => {
  it.each(OUTCOMES)('has a sentence for %s, in both languages', async (outcome) => {
    const assistant = view({ outcome, choice: 'send' });
    const pt = textOf(await render(<EventAssistant assistant={assistant} />));
    const en = textOf(await render(<EventAssistant assistant={assistant} />, { language: 'en' }));
    expect(pt).not.toBe(en);
  });

  it('is not spoken of where none can go', async () => {
    expect(await render(<EventAssistant assistant={view({ outcome: 'no-meet' })} />)).toBe('');
    expect(await render(<EventAssistant assistant={view({ outcome: 'all-day' })} />)).toBe('');
  });

  it.each([
    ['off', null, ['send']],
    ['unanswered', null, ['send']],
    ['late', null, ['send']],
    ['skipped', 'skip', ['send', 'default']],
    ['sent', null, ['skip']],
    ['planned', 'send', ['skip', 'default']],
    ['underway', 'send', []],
    ['over', null, []],
    ['covered', null, []],
  ] as const)('offers what can be chosen: %s after %s', async (outcome, choice, offered) => {
    expect(choicesFor({ outcome, choice, series: null })).toEqual(offered);
    expect(buttonsOf(await render(<EventAssistant assistant={view({ outcome, choice })} />))).toEqual(
      offered,
    );
  });

  it('may be chosen for the whole series', async () => {
    const single = await render(<EventAssistant assistant={view()} />);
    expect(single).not.toContain('name="series"');
    const first = await render(<EventAssistant assistant={view({ series: { choice: null } })} />);
    expect(first).toContain('name="series"');
    expect(first).not.toContain('checked');
    const skipped = view({ outcome: 'skipped', series: { choice: 'skip' } });
    const chosen = await render(<EventAssistant assistant={skipped} />);
    expect(chosen).toMatch(/<input[^>]*name="series"[^>]*checked/);
    expect(buttonsOf(chosen)).toEqual(['send', 'default']);
  });

  it('asks for the terms before it is sent, and says when they are missing', async () => {
    const before = view({ outcome: 'off', hasAcceptedTerms: false });
    const markup = await render(<EventAssistant assistant={before} />);
    expect(markup).toContain('name="terms"');
    expect(await render(<EventAssistant assistant={view({ outcome: 'off' })} />)).not.toContain('"terms"');
    const problem = {
      values: { intent: 'assistant', choice: 'send' },
      errors: { terms: 'Aceite os termos.' },
    };
    expect(await render(<EventAssistant assistant={before} />, { problem })).toContain('id="terms-error"');
  });

  it('says why it does not go, and leads to its meeting', async () => {
    const refused = view({ refusal: 'meeting.no-minutes' });
    expect(textOf(await render(<EventAssistant assistant={refused} />))).toContain('não foi agendado');
    const sent = view({ outcome: 'sent', meetingId: 'xyz' });
    expect(await render(<EventAssistant assistant={sent} />)).toContain('href="/meetings/xyz"');
  });
});

describe('the page of the assistant', () => {
  const events = [{ ...view({ outcome: 'off' }), title: '', startMs: Date.UTC(2026, 10, 27, 12) }];
  const page = (values: object = {}) =>
    render(<AssistantPage {...{ sendsToAll: false, hasAcceptedTerms: true, events }} {...values} />);

  it('shows the setting, and each event with what can be chosen', async () => {
    const markup = await page();
    expect(markup).toContain('href="/calendar/a"');
    expect(textOf(markup)).toContain('Sem título');
    expect(buttonsOf(markup)).toEqual(['send']);
    expect(markup).not.toContain('checked=""');
    expect(await page({ sendsToAll: true })).toContain('checked=""');
  });

  it('asks for the terms once', async () => {
    const unaccepted = events.map((event) => ({ ...event, hasAcceptedTerms: false }));
    const markup = await page({ hasAcceptedTerms: false, events: unaccepted });
    expect(markup.match(/name="terms"/g)).toHaveLength(1);
    expect(buttonsOf(markup)).toEqual([]);
  });

  it('says when there is nothing, or nothing is known', async () => {
    expect(textOf(await page({ events: [] }))).toContain('Nenhuma reunião com Google Meet');
    expect(textOf(await page({ events: null }))).toContain('não respondeu');
  });
});

import { describe, expect, it } from 'vitest';
import { CalendarPage } from '@/app/components/calendar/CalendarPage';
import { ConnectPage } from '@/app/components/calendar/ConnectPage';
import { agendaOf } from '@/app/domain/calendar/agenda';
import { type CalendarQuery, daysOfView } from '@/app/domain/calendar/calendar-query';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { gridEventOf } from '@/app/domain/calendar/grid-event';
import { eventWith, timed, wholeDays } from '@/tests/factories/event';
import { render, textOf } from '@/tests/support/render';

const TODAY = '2026-11-26';
const week: CalendarQuery = { view: 'week', date: TODAY, show: [] };

const page = (
  events: CalendarEvent[] | null,
  query = week,
  isPartial = false,
  language: 'pt' | 'en' = 'pt',
) => {
  const agenda = events && {
    ...{ name: 'ana@example.com', isPartial, events: events.map(gridEventOf) },
    days: agendaOf(events, daysOfView(query), 'America/Sao_Paulo', TODAY),
  };
  return render(<CalendarPage query={query} today={TODAY} agenda={agenda} />, { language });
};
const shown = async (...args: Parameters<typeof page>) => textOf(await page(...args));

describe('the page of the calendar', () => {
  it('names the calendar, its days and its time zone', async () => {
    const text = await shown([eventWith()]);
    expect(text).toContain('Meu Calendário Novo Evento Assistente Desvincular');
    expect(text).toContain('ana@example.com · Fuso horário: America/Sao_Paulo');
    expect(text).toMatch(/22\s–\s28 de novembro de 2026 Anterior Hoje Próximo/);
    expect(await shown([eventWith()], { ...week, view: 'month' })).toContain('novembro de 2026 Anterior');
    expect(await shown([], week, false, 'en')).toMatch(/22\s?–\s?28 November 2026 Previous Today Next/);
  });

  it('shows each event with its time, title, place, answer and meeting', async () => {
    const guests = [
      { email: 'bia@example.com', name: '', answer: 'accepted', isSelf: false, isOrganizer: true } as const,
    ];
    const invited = eventWith({
      ...{ title: 'Entrevista', location: 'Redação', guests, answer: 'needsAction' },
      meet: { state: 'ready', room: 'abc-defg-hij' },
    });
    const html = await page([invited, eventWith({ id: 'sem', title: '' })]);
    expect(textOf(html)).toContain('quinta-feira, 26 de novembro Hoje 14:00–15:00 Sem título');
    expect(textOf(html)).toContain('14:00–15:00 Entrevista Redação Pendente Meet');
    expect(html).toContain('href="/calendar/sem"');
  });

  it('shows an event on each of its days', async () => {
    const text = await shown([
      eventWith({ title: 'Congresso', time: wholeDays('2026-11-24', '2026-11-27') }),
      eventWith({ title: 'Plantão', time: timed('2026-11-28T01:00Z', '2026-11-28T05:00Z') }),
    ]);
    expect(text).toContain('quarta-feira, 25 de novembro dia inteiro dia 2 de 3 Congresso');
    expect(text).toContain('a partir de 22:00 dia 1 de 2 Plantão');
    expect(text).toContain('sábado, 28 de novembro até 02:00 dia 2 de 2 Plantão');
  });

  it('says what is missing: no events, more events, no answer', async () => {
    expect(await shown([])).toContain('Nenhum evento neste período.');
    expect(await shown([], { ...week, show: ['meet'] })).toContain('corresponde aos filtros. Mostrar todos');
    expect(await shown([eventWith()], week, true)).toContain('Há eventos demais neste período');
    const html = await page(null, { ...week, view: 'day', date: '2026-12-01' });
    expect(textOf(html)).toContain('O Google Agenda não respondeu. Tentar de novo');
    expect(html).toContain('<a href="/calendar?view=day&amp;date=2026-12-01">Tentar de novo</a>');
  });

  it('switches each filter by itself, and keeps the others, the view and the date', async () => {
    const html = await page([], { view: 'month', date: '2026-12-01', show: ['accepted', 'meet'] });
    const base = '/calendar?view=month&amp;date=2026-12-01';
    expect(html).toMatch(
      new RegExp(`href="${base.replaceAll('?', '\\?')}&amp;show=meet" aria-current="true"`),
    );
    expect(html).toContain(`href="${base}&amp;show=accepted&amp;show=meet&amp;show=pending"`);
    expect(html).toContain(`href="/calendar?date=2026-12-01&amp;show=accepted&amp;show=meet"`);
    expect(html).toContain(`href="/calendar?view=month&amp;date=2027-01-01&amp;show=accepted&amp;show=meet"`);
  });
});

it('offers to link a calendar, unless the operator has not set it up', async () => {
  const offered = await render(<ConnectPage isConfigured hasEnded={false} />);
  expect(offered).toContain('Conecte seu Calendário');
  expect(offered).toMatch(/<a [^>]*href="\/google"[^>]*>Vincular Calendário<\/a>/);
  const missing = await render(<ConnectPage isConfigured={false} hasEnded={false} />);
  expect(missing).not.toContain('/google"');
  expect(missing).toContain('ainda não configurou o Google Agenda');
  expect(offered).not.toContain('O Google encerrou o acesso');
  const ended = await render(<ConnectPage isConfigured hasEnded />);
  expect(ended).toContain('O Google encerrou o acesso ao seu calendário');
});

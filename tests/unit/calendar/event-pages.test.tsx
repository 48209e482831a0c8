import { describe, expect, it } from 'vitest';
import {
  DeleteEventPage,
  EditEventPage,
  NewEventPage,
  UnreadEventPage,
} from '@/app/components/calendar/EventForms';
import { EventPage } from '@/app/components/calendar/EventPage';
import type { CalendarEvent, Guest } from '@/app/domain/calendar/event';
import { typedTimeOf } from '@/app/domain/calendar/event-form';
import type { FormProblem } from '@/app/domain/form-problem';
import { eventWith, timed, wholeDays } from '@/tests/factories/event';
import { render, textOf } from '@/tests/support/render';

const guest = (email: string, values: Partial<Guest> = {}): Guest => ({
  ...{ email, name: '', answer: 'needsAction', isSelf: false, isOrganizer: false },
  ...values,
});
const ana = guest('ana@example.com', { isSelf: true, isOrganizer: true, answer: 'accepted', name: 'Ana' });
const bia = guest('bia@example.com', { answer: 'declined' });

const page = (values: Partial<CalendarEvent> = {}, recurrence: string[] = [], language: 'pt' | 'en' = 'pt') =>
  render(<EventPage event={eventWith(values)} recurrence={recurrence} />, { language });
const shown = async (...args: Parameters<typeof page>) => textOf(await page(...args));

describe('the page of an event', () => {
  it('tells when and where it is, and who comes', async () => {
    const text = await shown({ location: 'Redação', guests: [ana, bia] });
    expect(text).toContain(
      'quinta-feira, 26 de novembro de 2026, 14:00–15:00 (Fuso horário: America/Sao_Paulo)',
    );
    expect(text).toContain('Local Redação');
    expect(text).toMatch(/Ana \(você\) organiza Aceito bia@example.com Recusado/);
  });

  it.each([
    [
      timed('2026-11-27T01:00Z', '2026-11-27T05:00Z'),
      '26 de novembro de 2026, 22:00 – 27 de novembro de 2026, 02:00',
    ],
    [wholeDays('2026-11-26', '2026-11-27'), 'quinta-feira, 26 de novembro de 2026, dia inteiro'],
    [wholeDays('2026-11-26', '2026-11-29'), /26\s–\s28 de novembro de 2026, dia inteiro/],
  ])('tells a time of several days, or of whole ones: %o', async (time, text) => {
    expect(await shown({ time })).toMatch(text);
  });

  it.each([
    ['RRULE:FREQ=DAILY', 'Todos os dias', 'Every day'],
    [
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH',
      'A cada 2 semanas, terça-feira e quinta-feira',
      'Every 2 weeks, on Tuesday and Thursday',
    ],
    ['RRULE:FREQ=MONTHLY;COUNT=12', 'Todo mês, 12 vezes', 'Every month, 12 times'],
    [
      'RRULE:FREQ=YEARLY;UNTIL=20301231',
      'Todo ano, até 31 de dezembro de 2030',
      'Every year, until 31 December 2030',
    ],
    ['RRULE:FREQ=MONTHLY;BYDAY=2TU', 'Repete-se', 'Repeats'],
  ])('tells how it repeats: %s', async (rule, pt, en) => {
    expect(await shown({ seriesId: 'serie' }, [rule])).toContain(`Recorrência ${pt}`);
    expect(await shown({ seriesId: 'serie' }, [rule], 'en')).toContain(`Recurrence ${en}`);
  });

  it('makes links of web addresses in its text, and of nothing else', async () => {
    const html = await page({ description: '<b>Veja</b> https://example.com/a.\njavascript:alert(1)' });
    expect(html).toContain('&lt;b&gt;Veja&lt;/b&gt; <a href="https://example.com/a" target="_blank"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
    expect(html).not.toContain('href="javascript');
  });

  it('leads into its meeting, waits for it, or offers to make one', async () => {
    const ready = await page({ meet: { state: 'ready', room: 'abc-defg-hij' } });
    expect(ready).toMatch(/href="https:\/\/meet.google.com\/abc-defg-hij" target="_blank" rel="noopener"/);
    expect(textOf(ready)).toContain('Entrar no Meet');
    expect(await shown({ meet: { state: 'pending' } })).toContain(
      'ainda está criando a reunião. Ver de novo',
    );
    expect(await page()).toContain('name="intent" value="add-meet"');
  });

  it('says why it cannot be changed, without a button for it', async () => {
    const html = await page({ isEditable: false, href: 'https://www.google.com/calendar/event?eid=a' });
    expect(textOf(html)).toContain('Só quem organiza este evento pode mudá-lo.');
    expect(html).not.toMatch(/\/edit|\/delete|add-meet/);
    expect(html).toContain(
      'href="https://www.google.com/calendar/event?eid=a" target="_blank" rel="noopener"',
    );
  });
});

describe('the forms of an event', () => {
  const problemWith = (
    values: Record<string, string>,
    attendees: string[] = [],
    errors = {},
  ): FormProblem => ({
    ...{ values: { submissionId: 'x', ...values }, lists: { attendees }, errors, params: {} },
  });
  const edit = (values: Partial<CalendarEvent> = {}, problem?: FormProblem) =>
    render(<EditEventPage event={eventWith(values)} recurrence={[]} />, problem ? { problem } : {});

  it('have the guests as boxes that keep them, without the account itself', async () => {
    const html = await edit({ guests: [ana, bia] });
    expect(html).toMatch(/type="checkbox" name="attendees" checked="" value="bia@example.com"/);
    expect(html).not.toContain('value="ana@example.com"');
    expect(await edit({ guests: [bia], hasMoreGuests: true })).not.toContain('name="attendees"');
  });

  it('show guests again as they were typed', async () => {
    const html = await edit(
      { guests: [ana, bia, guest('caio@example.com')] },
      problemWith({ version: '"1"' }, ['caio@example.com', 'davi'], { attendees: 'Confira os e-mails' }),
    );
    expect(html).toMatch(/name="attendees" value="bia@example.com"/);
    expect(html).toMatch(/name="attendees" checked="" value="caio@example.com"/);
    expect(html).toMatch(/id="attendees" name="attendees"[^>]* aria-invalid="true"[^>]* value="davi"/);
  });

  it('ask which moment is meant only where there are two', async () => {
    expect(await edit()).not.toContain('start_turn');
    const twice = timed('2026-11-01T05:30Z', '2026-11-01T09:00Z');
    const html = await render(<NewEventPage title="" time={typedTimeOf(twice, 'America/New_York')} />);
    expect(html).toContain('name="start_turn"');
    expect(html).not.toContain('name="end_turn"');
  });

  it('show what changed meanwhile beside what was typed, with the version that is shown', async () => {
    const typed = {
      ...{ version: '"0"', summary: 'Outra', start_date: '2026-11-26', end_date: '2026-11-26' },
      ...{ start_time: '14:00', end_time: '15:30', location: '', description: '' },
    };
    const html = await edit({ guests: [bia] }, problemWith(typed, ['bia@example.com']));
    expect(textOf(html)).toContain(
      'Campo No calendário Você digitou Título Pauta Outra Termina às 15:00 15:30 Descartar',
    );
    expect(html).toContain('name="version" value="&quot;1&quot;"');
    expect(html).toMatch(/id="summary" name="summary"[^>]* value="Outra"/);
    expect(await edit({}, problemWith({ ...typed, version: '"1"' }))).not.toContain('conflict-title');
  });

  it('keep what was typed, when the event cannot be read again', async () => {
    const typed = {
      version: '"1"',
      summary: 'Outra',
      start_date: '2026-11-26',
      start_time: '14:00',
      scope: 'all',
    };
    const problem = problemWith(typed, ['bia@example.com'], { form: 'Erro ao atualizar evento...' });
    const html = await render(<UnreadEventPage id="pauta" />, { problem });
    expect(textOf(html)).toContain('Erro ao atualizar evento...');
    expect(html).toContain('name="version" value="&quot;1&quot;"');
    expect(html).toMatch(/name="summary"[^>]* value="Outra"/);
    expect(html).toMatch(/name="start_time"[^>]* value="14:00"/);
    expect(html).toMatch(/name="attendees"[^>]* value="bia@example.com"/);
    expect(html).toMatch(/name="scope" checked="" value="all"/);
    expect(html).not.toContain('conflict-title');
  });

  it('ask about the series of an occurrence only', async () => {
    const occurrence = eventWith({ seriesId: 'serie' });
    const html = await render(<DeleteEventPage event={occurrence} recurrence={['RRULE:FREQ=DAILY']} />);
    expect(textOf(html)).toContain('O que você quer excluir? Só este evento Todos os eventos');
    expect(html).toContain('name="acknowledge"');
    const single = await render(<DeleteEventPage event={eventWith()} recurrence={[]} />);
    expect(single).not.toContain('name="scope"');
  });
});

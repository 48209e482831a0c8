import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/app/domain/errors';
import {
  CalendarUnavailable,
  EventChanged,
  EventForbidden,
  EventGone,
} from '@/app/integrations/calendar/port';
import { addMeet, changeEvent } from '@/app/services/calendar/events/change-event.server';
import { createEvent } from '@/app/services/calendar/events/create-event.server';
import { deleteEvent } from '@/app/services/calendar/events/delete-event.server';
import { readEventInSeries } from '@/app/services/calendar/events/read-event.server';
import { timed } from '@/tests/factories/event';
import { MemoryCalendar } from '@/tests/support/memory-calendar';

let calendar: MemoryCalendar;

vi.mock('@/app/services/calendar/with-calendar.server', () => ({
  withCalendar: async (_userId: number, use: (calendar: MemoryCalendar) => Promise<unknown>) => {
    try {
      return await use(calendar);
    } catch (error) {
      throw asAppError(error);
    }
  },
}));

function asAppError(error: unknown): unknown {
  if (error instanceof CalendarUnavailable) return new AppError('calendar.unavailable');
  if (error instanceof EventGone) return new AppError('calendar.event-gone');
  if (error instanceof EventForbidden) return new AppError('calendar.event-forbidden');
  return error instanceof EventChanged ? new AppError('calendar.event-changed') : error;
}

beforeEach(() => {
  calendar = new MemoryCalendar();
});

const userId = 1;
const time = timed('2026-11-26T17:00Z', '2026-11-26T18:00Z');
const later = timed('2026-11-26T19:00Z', '2026-11-26T20:00Z');
const pauta = { title: 'Pauta', time, location: '', description: '', guests: [] };

describe('a new event', () => {
  const create = (submissionId: string, by = userId) =>
    createEvent({ userId: by, submissionId, event: pauta, addsMeet: true });

  it('is made once by a submission, even when its answer was lost', async () => {
    calendar.losesAnswers = true;
    await expect(create('a')).rejects.toThrow('calendar.not-created');
    calendar.losesAnswers = false;
    const { id } = await create('a');
    expect(id).toMatch(/^[0-9a-v]{52}$/);
    expect(calendar.events.size).toBe(1);
    expect((await create('b')).id).not.toBe(id);
    expect((await create('a', 2)).id).not.toBe(id);
  });
});

describe('a change', () => {
  const change = (version: string, values: object, scope?: 'one' | 'all') =>
    changeEvent({ userId, eventId: 'pauta', version, change: values, ...(scope && { scope }) });

  it('writes what is different, and nothing where nothing is', async () => {
    const { etag } = calendar.add({ description: 'Antes' });
    await change(etag, { ...pauta, description: 'Antes' });
    expect(calendar.writes).toBe(0);
    await change(etag, { title: 'Outra' });
    expect(calendar.events.get('pauta')).toMatchObject({ title: 'Outra', description: 'Antes' });
  });

  it('overwrites nothing that somebody changed since', async () => {
    const { etag } = calendar.add({});
    calendar.change('pauta', { location: 'Redação' });
    await expect(change(etag, { title: 'Outra' })).rejects.toThrow('calendar.event-changed');
    expect(calendar.events.get('pauta')).toMatchObject({ title: 'Pauta', location: 'Redação' });
  });

  it('overwrites nothing that is changed while it is written', async () => {
    const { etag } = calendar.add({});
    const write = calendar.changeEvent.bind(calendar);
    calendar.changeEvent = async (...args) => {
      calendar.change('pauta', { title: 'Deles' });
      return write(...args);
    };
    await expect(change(etag, { title: 'Outra' })).rejects.toThrow('calendar.event-changed');
    expect(await change(etag, { title: 'Deles' })).toMatchObject({ title: 'Deles' });
  });

  it('succeeds again, when its answer was lost', async () => {
    const { etag } = calendar.add({});
    calendar.losesAnswers = true;
    const wanted = { title: 'Outra', guests: ['bia@example.com'] };
    await expect(change(etag, wanted)).rejects.toThrow('calendar.not-changed');
    calendar.losesAnswers = false;
    expect(await change(etag, wanted)).toMatchObject({ title: 'Outra' });
    expect(calendar.writes).toBe(1);
  });

  it('makes a series repeat otherwise, and moves it along; one occurrence alone cannot', async () => {
    const first = timed('2026-11-05T17:00Z', '2026-11-05T18:00Z');
    calendar.add({ id: 'serie', time: first, recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TH'] });
    const { etag } = calendar.add({ seriesId: 'serie' });
    const recurrence = ['RRULE:FREQ=WEEKLY'];
    await expect(change(etag, { recurrence }, 'one')).rejects.toThrow('calendar.repeat-one');
    await change(etag, { recurrence }, 'all');
    expect(calendar.events.get('serie')).toMatchObject({ recurrence, time: first });
    expect(calendar.writes).toBe(1);
    await change(etag, { recurrence }, 'all');
    expect(calendar.writes).toBe(1);
    const nextDay = timed('2026-11-27T17:00Z', '2026-11-27T18:00Z');
    await change(etag, { recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20261231T025959Z'], time: nextDay }, 'all');
    expect(calendar.events.get('serie')).toMatchObject({
      time: timed('2026-11-06T17:00Z', '2026-11-06T18:00Z'),
    });
    const single = calendar.add({ id: 'pauta' });
    await change(single.etag, { recurrence });
    expect(calendar.events.get('pauta')).toMatchObject({ recurrence, time: single.time });
  });

  it('moves the series of an occurrence, or the occurrence alone', async () => {
    const first = timed('2026-11-05T17:00Z', '2026-11-05T18:00Z');
    calendar.add({ id: 'serie', time: first, recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TH'] });
    const { etag } = calendar.add({ seriesId: 'serie' });
    await change(etag, { time: later, title: 'Outra' }, 'all');
    expect(calendar.events.get('serie')).toMatchObject({
      title: 'Outra',
      time: timed('2026-11-05T19:00Z', '2026-11-05T20:00Z'),
    });
    expect(calendar.events.get('pauta')).toMatchObject({ title: 'Pauta', time });
    await change(etag, { time: later }, 'one');
    expect(calendar.events.get('pauta')!.time).toEqual(later);
    expect((await readEventInSeries(userId, 'pauta')).recurrence).toEqual(['RRULE:FREQ=WEEKLY;BYDAY=TH']);
  });

  it('is refused where the account may not change the event, or it is gone', async () => {
    const { etag } = calendar.add({ isEditable: false });
    await expect(change(etag, { title: 'Outra' })).rejects.toThrow('calendar.event-forbidden');
    calendar.change('pauta', { isCancelled: true });
    await expect(change(etag, { title: 'Outra' })).rejects.toThrow('calendar.event-gone');
  });

  it('adds a meeting once', async () => {
    const { etag } = calendar.add({});
    await changeEvent({ userId, eventId: 'pauta', version: etag, change: {}, meetSubmissionId: 'a' });
    expect(calendar.events.get('pauta')!.meet).toEqual({ state: 'pending' });
    await addMeet({ userId, submissionId: 'b', eventId: 'pauta' });
    expect(calendar.writes).toBe(1);
    calendar.change('pauta', { meet: null });
    await addMeet({ userId, submissionId: 'b', eventId: 'pauta' });
    expect(calendar.events.get('pauta')!.meet).toEqual({ state: 'pending' });
    calendar.isDown = true;
    await expect(addMeet({ userId, submissionId: 'c', eventId: 'pauta' })).rejects.toThrow(
      'calendar.meet-not-added',
    );
  });
});

describe('a deletion', () => {
  const remove = (eventId: string, version: string, scope: 'one' | 'all' = 'one') =>
    deleteEvent({ userId, eventId, version, scope });

  it('succeeds once the event is gone, however', async () => {
    const { etag } = calendar.add({});
    calendar.losesAnswers = true;
    await expect(remove('pauta', etag)).rejects.toThrow('calendar.not-deleted');
    calendar.losesAnswers = false;
    expect(await remove('pauta', etag)).toBe('pauta');
    expect(calendar.events.size).toBe(0);
  });

  it('deletes nothing that somebody changed since', async () => {
    const { etag } = calendar.add({});
    calendar.change('pauta', { title: 'Deles' });
    await expect(remove('pauta', etag)).rejects.toThrow('calendar.event-changed');
    expect(calendar.events.size).toBe(1);
  });

  it('deletes a series by one of its occurrences, also by one that is gone', async () => {
    const id = 'serie_20261126T170000Z';
    const { etag } = calendar.add({ id, seriesId: 'serie' });
    calendar.add({ id: 'serie', recurrence: ['RRULE:FREQ=DAILY'] });
    calendar.change(id, { title: 'Deles' });
    await expect(remove(id, etag, 'all')).rejects.toThrow('calendar.event-changed');
    calendar.change(id, { isCancelled: true });
    expect(await remove(id, etag, 'all')).toBe('serie');
    expect(calendar.events.has('serie')).toBe(false);
    expect(await remove(id, etag, 'all')).toBe('serie');
  });
});

it('ends as the last successful change, however many answers are lost', async () => {
  const step = fc.record({
    title: fc.constantFrom('A', 'B', 'C'),
    isTheirs: fc.boolean(),
    isLost: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      calendar = new MemoryCalendar();
      calendar.add({ title: 'A' });
      let last = 'A';
      for (const { title, isTheirs, isLost } of steps) {
        const { etag } = calendar.events.get('pauta')!;
        last = title;
        if (isTheirs) {
          calendar.change('pauta', { title });
          continue;
        }
        const attempt = () => changeEvent({ userId, eventId: 'pauta', version: etag, change: { title } });
        calendar.losesAnswers = isLost;
        if (isLost) await attempt().catch(() => undefined);
        calendar.losesAnswers = false;
        expect(await attempt()).toMatchObject({ title });
      }
      expect([...calendar.events.values()]).toMatchObject([{ title: last }]);
    }),
  );
});

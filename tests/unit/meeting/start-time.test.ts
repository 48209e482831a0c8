import { describe, expect, it } from 'vitest';
import { momentsOf, timeOf } from '@/app/domain/format/wall-clock';
import { startTimeOf } from '@/app/domain/meeting/start-time';

const now = new Date('2026-10-01T12:00:00Z');

describe('moments of a date and time', () => {
  it.each([
    ['2026-11-20', '14:30', 'America/Sao_Paulo', ['2026-11-20T17:30:00.000Z']],
    ['2026-11-20', '14:30', 'Asia/Kolkata', ['2026-11-20T09:00:00.000Z']],
    ['2026-11-20', '00:00', 'Pacific/Kiritimati', ['2026-11-19T10:00:00.000Z']],
    // Clocks are set forward from 02:00 to 03:00, and back from 02:00 to 01:00.
    ['2027-03-14', '01:59', 'America/New_York', ['2027-03-14T06:59:00.000Z']],
    ['2027-03-14', '02:30', 'America/New_York', []],
    ['2027-03-14', '03:00', 'America/New_York', ['2027-03-14T07:00:00.000Z']],
    ['2026-11-01', '01:30', 'America/New_York', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
    ['2026-11-01', '02:00', 'America/New_York', ['2026-11-01T07:00:00.000Z']],
    // By half an hour.
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', []],
    ['2018-11-04', '00:30', 'America/Sao_Paulo', []],
    ['2018-02-17', '23:30', 'America/Sao_Paulo', ['2018-02-18T01:30:00.000Z', '2018-02-18T02:30:00.000Z']],
  ])('%s %s in %s', (day, time, zone, moments) => {
    expect(momentsOf(day, time, zone).map((moment) => moment.toISOString())).toEqual(moments);
    for (const moment of momentsOf(day, time, zone)) expect(timeOf(moment, zone)).toBe(time);
  });
});

describe('the start of a scheduled meeting', () => {
  const start = (date: string, time: string, turn?: 'first' | 'second', zone = 'America/New_York') =>
    startTimeOf({ date, time, turn }, zone, now).toISOString();

  it('is in the time zone of the account', () => {
    expect(start('2026-10-01', '14:30')).toBe('2026-10-01T18:30:00.000Z');
    expect(start('2026-10-01', '14:30', undefined, 'America/Sao_Paulo')).toBe('2026-10-01T17:30:00.000Z');
  });

  it('asks which of two moments is meant', () => {
    expect(() => start('2026-11-01', '01:30')).toThrow('meeting.time-twice');
    expect(start('2026-11-01', '01:30', 'first')).toBe('2026-11-01T05:30:00.000Z');
    expect(start('2026-11-01', '01:30', 'second')).toBe('2026-11-01T06:30:00.000Z');
    expect(start('2026-11-01', '03:30', 'second')).toBe('2026-11-01T08:30:00.000Z');
  });

  it.each([
    ['2027-03-14', '02:30', 'meeting.time-skipped'],
    ['2026-10-01', '07:59', 'meeting.past'],
    ['2025-10-01', '12:00', 'meeting.past'],
    ['2027-10-03', '12:00', 'meeting.too-far'],
    // What no clock can show.
    ['0000-01-01', '00:00', 'meeting.past'],
    ['0999-12-31', '23:59', 'meeting.past'],
    ['9999-12-31', '23:59', 'meeting.too-far'],
  ])('refuses %s %s', (date, time, error) => {
    expect(() => start(date, time)).toThrow(error);
  });
});

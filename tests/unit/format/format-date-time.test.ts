import { describe, expect, it } from 'vitest';
import {
  formatDateTime,
  formatDateTimeWithZone,
  formatDay,
  formatFormalDateTime,
  formatTableDateTime,
} from '@/app/domain/format/format-date-time';

describe('formatDateTimeWithZone', () => {
  it('appends the name of the time zone', () => {
    const moment = '2026-11-20T22:30:00Z';
    expect(formatDateTimeWithZone(moment, 'pt')).toBe('20 de nov de 2026 às 19:30 (horário de Brasília)');
    expect(formatDateTimeWithZone(moment, 'en')).toBe('20 Nov 2026, 19:30 (Brasília time)');
  });
});

describe('in formal documents', () => {
  it('writes months out', () => {
    const moment = '2026-11-20T22:30:00Z';
    expect(formatFormalDateTime(moment, 'pt')).toBe('20 de novembro de 2026 às 19:30 (horário de Brasília)');
    expect(formatFormalDateTime(moment, 'en')).toBe('20 November 2026, 19:30 (Brasília time)');
    expect(formatDay('2026-03-01', 'pt')).toBe('01 de março de 2026');
    expect(formatDay('2026-12-31', 'en')).toBe('31 December 2026');
  });
});

describe('in tables', () => {
  it('is what a spreadsheet of the language reads as a date', () => {
    const moment = new Date('2026-12-31T23:30:59Z');
    expect(formatTableDateTime(moment, 'pt', 'Asia/Tokyo')).toBe('01/01/2027 08:30');
    expect(formatTableDateTime(moment, 'en', 'America/Sao_Paulo')).toBe('2026-12-31 20:30');
    expect(formatTableDateTime(new Date('2026-03-05T03:00:00Z'), 'en', 'America/Sao_Paulo')).toBe(
      '2026-03-05 00:00',
    );
  });
});

describe('formatDateTime', () => {
  it('defaults to the time zone of São Paulo', () => {
    expect(formatDateTime('2026-11-20T22:30:00Z', 'pt')).toBe('20 de nov de 2026 às 19:30');
    expect(formatDateTime('2026-11-20T22:30:00Z', 'en')).toBe('20 Nov 2026, 19:30');
  });

  it('formats date and time in another time zone', () => {
    expect(formatDateTime('2026-12-31T23:30:00Z', 'pt', 'Europe/Lisbon')).toBe('31 de dez de 2026 às 23:30');
    expect(formatDateTime('2026-12-31T23:30:00Z', 'pt', 'Asia/Tokyo')).toBe('01 de jan de 2027 às 08:30');
  });

  it('writes midnight as 00, never as 24', () => {
    expect(formatDateTime('2026-03-05T03:00:00Z', 'pt')).toBe('05 de mar de 2026 às 00:00');
  });

  it('has a name for each month', () => {
    const months = Array.from(
      { length: 12 },
      (_, month) => formatDateTime(new Date(Date.UTC(2026, month, 15, 15)).toISOString(), 'pt').split(' ')[2],
    );
    expect(months.join(' ')).toBe('jan fev mar abr mai jun jul ago set out nov dez');
  });

  it('throws on an invalid date or time zone', () => {
    expect(() => formatDateTime('ontem', 'pt')).toThrow(RangeError);
    expect(() => formatDateTime('2026-11-20T22:30:00Z', 'pt', 'Mars/Olympus')).toThrow(RangeError);
  });
});

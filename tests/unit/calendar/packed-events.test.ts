import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GridEvent } from '@/app/domain/calendar/grid-event';
import { packEvents, unpackEvents } from '@/app/domain/calendar/packed-events';
import { timed, wholeDays } from '@/tests/factories/event';

const ZONE = 'America/Sao_Paulo';

const anyEvent: fc.Arbitrary<GridEvent> = fc.record({
  id: fc.string(),
  version: fc.string(),
  title: fc.string({ unit: 'binary' }),
  time: fc.constantFrom(
    wholeDays('2026-11-26', '2026-11-29'),
    timed('2026-11-26T17:00Z', '2026-11-26T18:00Z'),
  ),
  location: fc.string(),
  answer: fc.constantFrom('accepted', 'declined', 'tentative', 'needsAction'),
  hasMeet: fc.boolean(),
  isSeries: fc.boolean(),
  isEditable: fc.boolean(),
});

it('carries events to the grid as they are', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      expect(unpackEvents(packEvents(events), ZONE)).toEqual(events);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import type { Evidence } from '@/app/integrations/meeting-bot/meet/evidence';
import { readTimeline } from '@/app/integrations/meeting-bot/meet/read-timeline';

const people = (...names: string[]): Evidence => ({ kind: 'people', atMs: 0, people: names });
const sound = (startMs: number, endMs: number): Evidence => ({ kind: 'sound', startMs, endMs });
const source = (id: string, name: string | undefined, startMs: number, endMs: number): Evidence => ({
  kind: 'source',
  source: id,
  ...(name && { name }),
  startMs,
  endMs,
});
const mark = (className: string, name: string, startMs: number, endMs: number): Evidence => ({
  kind: 'mark',
  mark: className,
  tile: name,
  name,
  startMs,
  endMs,
});

const LATE = 150;
const HELD = 400;

/** Ana and Bruno in turn, each 2 s and 2 s of silence, with what else `also` makes of a turn. */
function conversation(
  also: (name: string, startMs: number, endMs: number, turn: number) => Evidence[],
): Evidence[] {
  const turns = Array.from({ length: 8 }, (_, turn) => {
    const startMs = 1_000 + turn * 4_000;
    const name = turn % 2 ? 'Bruno' : 'Ana';
    return [sound(startMs, startMs + 2_000), ...also(name, startMs, startMs + 2_000, turn)];
  });
  return [people('Ana', 'Bruno'), ...turns.flat()];
}

const glow = (name: string, startMs: number, endMs: number) =>
  mark('glow', name, startMs + LATE, endMs + HELD);

const truth = Array.from({ length: 8 }, (_, turn) => ({
  name: turn % 2 ? 'Bruno' : 'Ana',
  startMs: 1_000 + turn * 4_000,
  endMs: 3_000 + turn * 4_000,
}));

describe('the timeline', () => {
  it('learns which class name comes and goes with sound, and how late it is', () => {
    expect(readTimeline(conversation((...turn) => [glow(turn[0], turn[1], turn[2])])).spoken).toEqual(truth);
  });

  it('ignores class names that come without sound', () => {
    const evidence = conversation((name, startMs, endMs) => [
      glow(name, startMs, endMs),
      mark('hover', 'Ana', startMs + 300, endMs + 1_700),
    ]);
    expect(readTimeline(evidence).spoken).toEqual(truth);
  });

  it('follows class names that change', () => {
    const evidence = conversation((name, startMs, endMs, turn) => [
      mark(turn < 4 ? 'old' : 'new', name, startMs + LATE, endMs + HELD),
    ]);
    expect(readTimeline(evidence).spoken).toEqual(truth);
  });

  it('uses no mark of all who listen', () => {
    const evidence = conversation((name, startMs, endMs) => [
      glow(name, startMs, endMs),
      mark('dimmed', name === 'Ana' ? 'Bruno' : 'Ana', startMs + LATE, endMs + HELD),
    ]);
    expect(readTimeline(evidence).spoken).toEqual([]);
  });

  it('tells a glow from what listeners have, in a talk with hardly a pause', () => {
    const evidence: Evidence[] = [people('Ana', 'Bruno')];
    const turns = Array.from({ length: 16 }, (_, turn) => {
      const startMs = 2_200 + turn * 4_300;
      return { name: turn % 2 ? 'Bruno' : 'Ana', startMs, endMs: startMs + 4_000 };
    });
    let quietSince = { Ana: 0, Bruno: 0 };
    for (const { name, startMs, endMs } of turns) {
      evidence.push(sound(startMs, endMs), glow(name, startMs, endMs));
      evidence.push(mark('quiet', name, quietSince[name as 'Ana'], startMs + LATE));
      quietSince = { ...quietSince, [name]: endMs + HELD };
    }
    expect(readTimeline(evidence).spoken).toEqual(turns);
  });

  it('trusts streams of people more than marks', () => {
    const evidence = conversation((name, startMs, endMs) => [
      source(name === 'Ana' ? '1' : '2', name, startMs, endMs),
      glow('Ana', startMs, endMs),
    ]);
    expect(readTimeline(evidence).spoken).toEqual(truth);
  });

  it('gives a stream without an owner to who glows while it is heard', () => {
    const evidence = conversation((name, startMs, endMs) => [
      source(name === 'Ana' ? '1' : '2', undefined, startMs, endMs),
      glow(name, startMs, endMs),
    ]);
    expect(readTimeline(evidence).spoken).toEqual(truth);
  });

  it('gives a channel that several use to nobody', () => {
    const evidence = conversation((name, startMs, endMs, turn) => [
      source(String(turn % 3), undefined, startMs, endMs),
      glow(name, startMs, endMs),
    ]);
    expect(readTimeline(evidence).spoken).toEqual(truth);
  });

  it('has no names when everything has the same one and several people are there', () => {
    const evidence = conversation((_name, startMs, endMs) => [glow('Ana', startMs, endMs)]);
    expect(readTimeline(evidence)).toEqual({ people: ['Ana', 'Bruno'], spoken: [] });
  });

  it('has one name when one person is there', () => {
    const evidence = conversation((_name, startMs, endMs) => [glow('Ana', startMs, endMs)]);
    const alone = [people('Ana'), ...evidence.slice(1)];
    expect(new Set(readTimeline(alone).spoken.map(({ name }) => name))).toEqual(new Set(['Ana']));
  });

  it('has nothing without a signal', () => {
    expect(readTimeline(conversation(() => []))).toEqual({ people: ['Ana', 'Bruno'], spoken: [] });
    expect(readTimeline([])).toEqual({ people: [], spoken: [] });
  });

  it('takes the last of several lines about one range', () => {
    const evidence = conversation((name, startMs, endMs) => [
      { ...source(name, name, startMs, startMs + 1_000), open: true } as Evidence,
      source(name, name, startMs, endMs),
    ]);
    expect(readTimeline(evidence).spoken).toEqual(truth);
  });

  it('names everybody who was there in order of arrival', () => {
    const evidence = [people('Bruno'), people('Bruno', 'Ana'), people('Carla')];
    expect(readTimeline(evidence).people).toEqual(['Bruno', 'Ana', 'Carla']);
  });

  it('reads four hours in moments', () => {
    const evidence = Array.from({ length: 8_000 }, (_, turn) => {
      const startMs = turn * 1_800;
      const name = turn % 2 ? 'Bruno' : 'Ana';
      return [sound(startMs, startMs + 1_000), glow(name, startMs, startMs + 1_000)];
    });
    const startedAt = performance.now();
    const { spoken } = readTimeline([people('Ana', 'Bruno'), ...evidence.flat()]);
    expect(spoken.length).toBeGreaterThan(7_000);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });
});

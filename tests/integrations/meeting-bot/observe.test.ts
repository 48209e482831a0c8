import { describe, expect, it } from 'vitest';
import type { Evidence } from '@/app/integrations/meeting-bot/meet/evidence';
import { Observer } from '@/app/integrations/meeting-bot/meet/observe';
import type { Sample, Tile } from '@/app/integrations/meeting-bot/meet/page-contract';

const STARTED_AT = 1_000_000;
const SAMPLE_MS = 100;

function observe() {
  const written: Evidence[] = [];
  const self = { botName: 'Assistente', ids: new Set(['own']) };
  const observer = new Observer(STARTED_AT, self, (evidence) => written.push(evidence));
  let at = STARTED_AT;
  /** Samples of `ms`, all alike; tiles are told with the first. */
  const pass = (ms: number, { level = 0, sources = [], ...tiles }: Partial<Omit<Sample, 'at'>>) => {
    for (let passed = 0; passed < ms; passed += SAMPLE_MS, at += SAMPLE_MS) {
      observer.add({ at, level, sources, ...(passed === 0 && tiles) });
    }
  };
  const of = (kind: Evidence['kind']) => written.filter((evidence) => evidence.kind === kind);
  return { observer, written, pass, of };
}

const tile = (name: string, classes: string[] = [], ssrcs: string[] = []): Tile => ({
  id: name,
  name,
  classes,
  ssrcs,
});

describe('what is observed in a call', () => {
  it('is who is there, without assistants, whenever it changes', () => {
    const { pass, of } = observe();
    pass(300, {
      changed: [tile('Assistente'), tile('Ana'), tile('MeetBot'), { ...tile('Conta'), id: 'own' }],
    });
    pass(300, { changed: [tile('Bruno')] });
    pass(300, { changed: [tile('Ana', ['other'])] });
    pass(300, { gone: ['Ana'] });
    expect(of('people')).toEqual([
      { kind: 'people', atMs: 0, people: ['Ana'] },
      { kind: 'people', atMs: 300, people: ['Ana', 'Bruno'] },
      { kind: 'people', atMs: 900, people: ['Bruno'] },
    ]);
  });

  it('is sound, with its pauses', () => {
    const { pass, of, observer } = observe();
    pass(1_000, {});
    pass(1_000, { level: 0.1 });
    expect(observer.heardAt).toBe(STARTED_AT + 1_900);
    pass(200, {});
    pass(1_000, { level: 0.1 });
    pass(500, {});
    pass(300, { level: 0.1 });
    observer.close();
    expect(of('sound').filter((evidence) => !('open' in evidence))).toEqual([
      { kind: 'sound', startMs: 950, endMs: 3_150 },
      { kind: 'sound', startMs: 3_650, endMs: 3_950 },
    ]);
  });

  it('is written while it goes on, so that a kill costs two seconds at most', () => {
    const { pass, of } = observe();
    pass(7_000, { level: 0.1, sources: [{ id: '1', level: 0.5 }], changed: [tile('Ana', [], ['1'])] });
    const ends = of('source').map((evidence) => ('endMs' in evidence ? evidence.endMs : 0));
    expect(ends).toEqual([2_050, 4_050, 6_050]);
    expect(of('source').every((evidence) => 'open' in evidence)).toBe(true);
    expect(of('source')[0]).toMatchObject({ source: '1', name: 'Ana', startMs: 0 });
    expect(of('sound')).toHaveLength(3);
  });

  it('is which class names come and go on the tiles of people', () => {
    const { pass, of, observer } = observe();
    pass(1_000, { changed: [tile('Ana', ['tile', 'quiet']), tile('MeetBot', ['tile'])] });
    pass(1_000, { changed: [tile('Ana', ['tile', 'glow']), tile('MeetBot', ['tile', 'glow'])] });
    pass(300, { changed: [tile('Ana', ['tile'])] });
    pass(500, { changed: [tile('Ana', ['tile', 'glow'])] });
    pass(1_000, { changed: [tile('Ana', ['tile'])] });
    observer.close();
    expect(of('mark').filter((evidence) => !('open' in evidence))).toEqual([
      { kind: 'mark', mark: 'quiet', tile: 'Ana', name: 'Ana', startMs: 0, endMs: 900 },
      { kind: 'mark', mark: 'glow', tile: 'Ana', name: 'Ana', startMs: 1_000, endMs: 2_700 },
    ]);
  });
});

describe('people who speak without a sound', () => {
  /** Ana's tile shows the level of her voice for so many seconds, or a class that comes and goes slowly. */
  function glow({ pass }: ReturnType<typeof observe>, seconds: number, stepMs = 100): void {
    for (let passed = 0, step = 0; passed < seconds * 1_000; passed += stepMs, step += 1) {
      pass(stepMs, { changed: [tile('Ana', [`level-${step % 3}`])] });
    }
  }

  it('are seen by a tile that follows their voice', () => {
    const { observer, of, ...call } = observe();
    call.pass(1_000, { changed: [tile('Ana'), tile('MeetBot')] });
    glow({ observer, of, ...call }, 3);
    expect(observer.seesSpeech).toBe(false);
    glow({ observer, of, ...call }, 4);
    expect(observer.seesSpeech).toBe(true);
    expect(of('unheard')).toHaveLength(1);
  });

  it('are seen by a stream that is loud', () => {
    const { observer, pass } = observe();
    pass(6_000, { sources: [{ id: '1', level: 0.02 }] });
    expect(observer.seesSpeech).toBe(false);
    pass(6_000, { sources: [{ id: '1', level: 0.2 }] });
    expect(observer.seesSpeech).toBe(true);
  });

  it('are forgotten once something is heard', () => {
    const call = observe();
    call.pass(1_000, { changed: [tile('Ana')] });
    glow(call, 7);
    call.pass(500, { level: 0.1 });
    expect(call.observer.seesSpeech).toBe(false);
  });

  it('are not seen in what changes slowly, or on the tiles of assistants', () => {
    const call = observe();
    call.pass(1_000, { changed: [tile('Ana'), tile('MeetBot')] });
    glow(call, 20, 700);
    for (let step = 0; step < 100; step += 1) call.pass(100, { changed: [tile('MeetBot', [`${step % 3}`])] });
    expect(call.observer.seesSpeech).toBe(false);
  });
});

import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ListFilter, NO_FILTER, type Sort } from '@/app/domain/library/list-query';
import { parseSearch } from '@/app/domain/library/searchable-words';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import { listTranscriptions, type PagePlace } from '@/app/services/library/list-transcriptions.server';
import { setFavourite } from '@/app/services/library/set-favourite.server';
import { addTag } from '@/app/services/library/tags.server';
import { Transcription } from '@/models/transcription.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('the list of transcriptions', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const add = async (title: string, owner = userId) =>
    transcriptionOf(await register(owner, { fileName: `${title}.mp3`, durationMs: 1000 }));

  async function addAll(titles: string[], owner = userId): Promise<void> {
    for (const title of titles) await add(title, owner);
  }

  const page = (
    filter: Partial<ListFilter>,
    limit = 48,
    place: PagePlace = { number: 1 },
    owner = userId,
    sort: Sort = '-date',
  ) => listTranscriptions(owner, limit, place, { ...NO_FILTER, ...filter }, sort);

  const titlesOf = async (...query: Parameters<typeof page>) =>
    (await page(...query)).rows.map(({ title }) => title);

  const named = (title: string) => ({ words: parseSearch(title).terms });

  describe('by name', () => {
    const TITLES = [
      'Reunião de pauta',
      'REUNIAO geral',
      'Entrevista: prefeita',
      'the what from',
      'Ata — 2026',
    ];

    it.each([
      ['reunião', ['REUNIAO geral', 'Reunião de pauta']],
      ['reuni', ['REUNIAO geral', 'Reunião de pauta']],
      ['pauta REUNIÃO', ['Reunião de pauta']],
      ['reunião prefeita', []],
      ['união', []],
      ['ÁTA', ['Ata — 2026']],
      ['2026', ['Ata — 2026']],
      ['the', ['the what from']],
      ['from what', ['the what from']],
      ['+reuniao -geral "*', ['REUNIAO geral']],
    ])('%s', async (asked, found) => {
      await addAll(TITLES);
      await addAll(TITLES, await makeUser());
      expect(await titlesOf(named(asked))).toEqual(found);
    });

    it('finds a new title and no longer the old one', async () => {
      const transcription = await add('antigo');
      await transcription.update({ title: 'Renovação' });
      expect(await titlesOf(named('renovacao'))).toEqual(['Renovação']);
      expect(await titlesOf(named('antigo'))).toEqual([]);
      await transcription.update({ isFavourite: true });
      expect(await titlesOf(named('renovacao'))).toEqual(['Renovação']);
      await transcription.destroy();
      expect(await titlesOf(named('renovacao'))).toEqual([]);
    });

    it('finds the newest page, and rare matches however old', async () => {
      const first = await add('Ata antiga: câmara');
      const { id, ...row } = first.get();
      const others = Array.from({ length: 2_500 }, (_, index) => {
        const [title, publicId] = [`Ata ${index}`, String(index).padStart(22, 'x')];
        const titleWords = userScopedTerms(userId, title);
        return { ...row, title, titleWords, publicId, storageKey: publicId, holdId: null };
      });
      await Transcription.bulkCreate(others);
      await add('Ata da câmara');
      expect(await titlesOf(named('ata'), 2)).toEqual(['Ata da câmara', 'Ata 2499']);
      expect(await titlesOf(named('câmara'), 2)).toEqual(['Ata da câmara', 'Ata antiga: câmara']);
      expect(await titlesOf(named('câmara ata'), 2, { last: true })).toEqual([
        'Ata da câmara',
        'Ata antiga: câmara',
      ]);
      expect(await titlesOf(named('ata'), 2, { last: true })).toEqual(['Ata 0', 'Ata antiga: câmara']);
      expect((await page(named('camara'), 1)).rows).toHaveLength(1);
      expect(await titlesOf(named('antiga'), 2)).toEqual(['Ata antiga: câmara']);
    });
  });

  describe('by date', () => {
    const setMoment = (transcription: Transcription, createdAt: string) =>
      Transcription.update(
        { createdAt: new Date(createdAt) },
        { where: { id: transcription.id }, silent: true },
      );

    it('includes the start of the first day and excludes the start of the next', async () => {
      for (const moment of ['09T02:59:59.999', '09T03:00:00.000', '10T02:59:59.999', '10T03:00:00.000']) {
        await setMoment(await add(moment), `2026-11-${moment}Z`);
      }
      const from = new Date('2026-11-09T03:00:00Z');
      const until = new Date('2026-11-10T03:00:00Z');
      expect(await titlesOf({ from, until })).toEqual(['10T02:59:59.999', '09T03:00:00.000']);
      expect(await titlesOf({ from })).toHaveLength(3);
      expect(await titlesOf({ until })).toHaveLength(3);
      expect(await titlesOf({ from: until, until: from })).toEqual([]);
    });

    it('finds rows that clock skew put out of order', async () => {
      await setMoment(await add('depois'), '2026-11-09T03:00:00.400Z');
      await setMoment(await add('antes'), '2026-11-09T02:59:59.700Z');
      await setMoment(await add('depois também'), '2026-11-09T03:00:00.100Z');
      expect(await titlesOf({ from: new Date('2026-11-09T03:00:00Z') })).toEqual(['depois também', 'depois']);
      expect(await titlesOf({ until: new Date('2026-11-09T03:00:00Z') })).toEqual(['antes']);
    });
  });

  it('by favourite and tag, alone and together with a name', async () => {
    for (const title of ['pauta um', 'pauta dois', 'outra']) {
      const { publicId } = await add(title);
      if (title !== 'pauta dois') await setFavourite(userId, publicId, true);
      if (title !== 'outra') await addTag({ userId, publicId, tag: 'Câmara', submissionId: randomUUID() });
    }
    expect(await titlesOf({ isFavourite: true })).toEqual(['outra', 'pauta um']);
    expect(await titlesOf({ tag: 'câmara' })).toEqual(['pauta dois', 'pauta um']);
    expect(await titlesOf({ tag: 'câmara', isFavourite: true })).toEqual(['pauta um']);
    expect(await titlesOf({ tag: 'CÂMARA', ...named('dois') })).toEqual(['pauta dois']);
    expect(await titlesOf({ tag: 'camara' })).toEqual([]);
    expect(await titlesOf({ tag: 'Câmara' }, 48, { number: 1 }, await makeUser())).toEqual([]);
  });

  it.each([{}, { words: ['pauta'] }, { tag: 'x' }, { isFavourite: true }, { from: new Date(0) }])(
    'pages %o forwards and backwards, each row once',
    async (filter) => {
      for (let number = 1; number <= 11; number += 1) {
        const { publicId } = await add(`pauta ${number}`);
        await setFavourite(userId, publicId, true);
        await addTag({ userId, publicId, tag: 'x', submissionId: randomUUID() });
        await add('não serve', await makeUser());
      }
      const all = await titlesOf(filter);
      expect(all).toHaveLength(11);
      const down: string[][] = [];
      let place: PagePlace = { number: 1 };
      for (;;) {
        const { rows, next } = await page(filter, 5, place);
        down.push(rows.map(({ title }) => title));
        if (!next) break;
        place = { before: next };
      }
      expect(down).toEqual([all.slice(0, 5), all.slice(5, 10), all.slice(10)]);

      const up: string[][] = [];
      place = { last: true };
      for (;;) {
        const { rows, previous } = await page(filter, 5, place);
        up.unshift(rows.map(({ title }) => title));
        if (!previous) break;
        place = { after: previous };
      }
      expect(up).toEqual([all.slice(0, 1), all.slice(1, 6), all.slice(6)]);
      expect(await titlesOf(filter, 5, { number: 99 })).toEqual(all.slice(6));
      expect(await titlesOf(filter, 5, { number: 2 })).toEqual(all.slice(5, 10));
    },
  );

  describe('sorted', () => {
    const RECORDINGS: [string, number][] = [
      ['Aula 10', 3],
      ['áudio', 1],
      ['aula 2', 3],
      ['Zebra', 2],
      ['AULA 2', 5],
    ];

    beforeEach(async () => {
      for (const [title, minutes] of RECORDINGS) {
        const { id } = await add(title);
        await Transcription.update({ durationMs: minutes * 60_000 }, { where: { id } });
        await addTag({
          userId,
          publicId: (await page({})).rows[0]!.publicId,
          tag: 'x',
          submissionId: randomUUID(),
        });
      }
    });

    /** The titles of all pages of two, from the first forwards or from the last backwards. */
    async function walk(filter: Partial<ListFilter>, sort: Sort, way: 'next' | 'previous') {
      const follow = (id: string): PagePlace => (way === 'next' ? { before: id } : { after: id });
      const pages: string[][] = [];
      let place: PagePlace | null = way === 'next' ? { number: 1 } : { last: true };
      while (place) {
        const found: Awaited<ReturnType<typeof page>> = await page(filter, 2, place, userId, sort);
        pages.push(found.rows.map(({ title }) => title));
        const step = found[way];
        place = step === null ? null : follow(step);
      }
      return (way === 'next' ? pages : pages.reverse()).flat();
    }

    it.each<[Sort, string[]]>([
      ['-date', ['AULA 2', 'Zebra', 'aula 2', 'áudio', 'Aula 10']],
      ['date', ['Aula 10', 'áudio', 'aula 2', 'Zebra', 'AULA 2']],
      ['name', ['áudio', 'aula 2', 'AULA 2', 'Aula 10', 'Zebra']],
      ['-name', ['Zebra', 'Aula 10', 'AULA 2', 'aula 2', 'áudio']],
      ['-duration', ['AULA 2', 'aula 2', 'Aula 10', 'Zebra', 'áudio']],
      ['duration', ['áudio', 'Zebra', 'Aula 10', 'aula 2', 'AULA 2']],
    ])('by %s, on pages forwards and backwards, filtered or not', async (sort, titles) => {
      for (const filter of [{}, { tag: 'x' }, { statuses: ['pending' as const] }]) {
        expect(await titlesOf(filter, 48, { number: 1 }, userId, sort)).toEqual(titles);
        expect(await walk(filter, sort, 'next')).toEqual(titles);
        expect(await walk(filter, sort, 'previous')).toEqual(titles);
      }
      expect(await titlesOf(named('aula'), 48, { number: 1 }, userId, sort)).toEqual(
        titles.filter((title) => /aula/i.test(title)),
      );
    });

    it('after a new title', async () => {
      const [zebra] = (await page(named('zebra'))).rows;
      const row = await Transcription.findOne({ where: { publicId: zebra!.publicId }, rejectOnEmpty: true });
      await row.update({ title: 'Abelha' });
      expect((await titlesOf({}, 1, { number: 1 }, userId, 'name'))[0]).toBe('Abelha');
    });

    it('filters by status and duration', async () => {
      await Transcription.update({ status: 'failed' }, { where: { title: 'Zebra' } });
      expect(await titlesOf({ statuses: ['failed', 'stored'] })).toEqual(['Zebra']);
      expect(await titlesOf({ minMs: 3 * 60_000 })).toEqual(['AULA 2', 'aula 2', 'Aula 10']);
      expect(await titlesOf({ minMs: 2 * 60_000, belowMs: 3 * 60_000 })).toEqual(['Zebra']);
    });
  });

  it('returns the fields that a card shows', async () => {
    const { publicId } = await add('tudo');
    for (const tag of ['b', 'A']) await addTag({ userId, publicId, tag, submissionId: randomUUID() });
    expect((await page({})).rows[0]).toMatchObject({
      publicId,
      title: 'tudo',
      fileName: 'tudo.mp3',
      sizeBytes: 1000,
      language: 'pt',
      isFavourite: false,
      tags: ['A', 'b'],
      modelName: null,
      confidenceScore: null,
    });
  });
});

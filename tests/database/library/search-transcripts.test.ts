import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  HITS_PER_PAGE,
  HITS_PER_RECORDING,
  RECORDINGS_PER_PAGE,
  type SearchPlace,
} from '@/app/domain/library/search-query';
import { parseSearch } from '@/app/domain/library/searchable-words';
import {
  MAX_TITLES,
  searchInRecording,
  searchTitles,
  searchTranscripts,
} from '@/app/services/library/search-transcripts.server';
import { indexTranscript } from '@/app/services/transcript/index-transcript.server';
import { indexSavedTranscript } from '@/app/services/transcript/saved-text.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { inTransaction } from '@/models/database.server';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { Transcript } from '@/models/transcript.server';
import { TranscriptTerm } from '@/models/transcript-term.server';
import type { Transcription } from '@/models/transcription.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

/** Utterances of two meetings, as [speaker, text]. */
const COUNCIL = [
  ['Ana', 'Bom dia. Está aberta a reunião da Câmara Municipal.'],
  ['B', 'A prefeita não vem; a ação do município ficou para amanhã.'],
  ['Ana', 'the what from who — isto é inglês, de propósito.'],
  ['B', 'São 2026 assinaturas em 12 folhas, nº 7.'],
  ['Ana', 'Custou R$ 1.500,00 e não US$ 1,500.50; I don’t know, 12,5% a mais. A de casa e de a.'],
] as const;
const RADIO = [
  ['A', 'REUNIÃO extraordinária: pão, avó, avô e coração.'],
  ['A', `Um monólogo sem fim ${'e mais palavras '.repeat(3000)} até a última: ornitorrinco.`],
  ['Ç', 'Straße, ﬁm, Привет, “aspas” & <b>negrito</b> +mais -menos *tudo*'],
] as const;

/** Query → hits: c for the council, r for the radio, with the utterance index. */
const EXPECTED: Record<string, string[]> = {
  reuniao: ['r0', 'c0'],
  'REUNIÃO câmara': ['c0'],
  reuni: ['r0', 'c0'],
  'reuni câmara': [],
  união: [],
  'a ação': ['c1'],
  'a*o': [],
  acao: ['c1'],
  ações: [],
  'avó avô': ['r0'],
  the: ['c2'],
  'what from': ['c2'],
  who: ['c2'],
  'é a de um nº': [],
  '12': ['c3'],
  nº: ['c3'],
  'a de': ['c4'],
  '"de casa"': ['c4'],
  '"casa de"': [],
  '“câmara municipal”': ['c0'],
  '"municipal câmara"': [],
  '"reunião da câmara municipal"': ['c0'],
  '"aberta a reunião" dia': ['c0'],
  '"da câmara munic': [],
  '"bom dia está"': ['c0'],
  'R$ 1.500': ['c4'],
  R$1500: ['c4'],
  'r$ 1.500,00': ['c4'],
  'US$ 1500,50': ['c4'],
  '$ 2026': [],
  '1.500': ['c4'],
  '1500': ['c4'],
  '150': [],
  "don't": ['c4'],
  'don t': ['c4'],
  '12,5%': ['c4'],
  '12,50 %': ['c4'],
  '2026': ['c3'],
  '20': [],
  'são folhas': ['c3'],
  ornitorrinco: ['r1'],
  strasse: ['r2'],
  fim: ['r1', 'r2'],
  привет: ['r2'],
  прив: ['r2'],
  negrito: ['r2'],
  '+menos -tudo': ['r2'],
  '"aspas" OR (reunião) NEAR *': [],
  'prefeita reunião': [],
  '100%': [],
  "' OR 1=1 --": [],
};

describeOnBothDatabases('searching what was said', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  type Said = readonly (readonly [speaker: string, text: string])[];

  const utterancesOf = (said: Said) =>
    said.map(([speaker, text], index) => ({ speaker, text, startMs: index * 1500 }));

  const index = (id: number, said: Said) =>
    inTransaction((transaction) => indexTranscript(id, utterancesOf(said), transaction));

  async function transcribed(said: Said, owner = userId, title = 'gravação'): Promise<Transcription> {
    const transcription = await transcriptionOf(
      await register(owner, { fileName: `${title}.mp3`, durationMs: 1000 }),
    );
    await index(transcription.id, said);
    return transcription;
  }

  const search = (asked: string, place: SearchPlace = {}, by = userId) =>
    searchTranscripts(by, parseSearch(asked).terms, place);

  /** The first hits of each recording on the first page. */
  const hitsFor = async (asked: string, by = userId) =>
    (await search(asked, {}, by)).recordings.flatMap(({ publicId, hits }) =>
      hits.map((hit) => ({ ...hit, publicId })),
    );

  const textsFor = async (asked: string, by = userId) => (await hitsFor(asked, by)).map(({ text }) => text);

  it('finds the same hits in one corpus on every database', async () => {
    const places = new Map([
      [(await transcribed(COUNCIL)).publicId, 'c'],
      [(await transcribed(RADIO)).publicId, 'r'],
    ]);
    await transcribed([...COUNCIL, ...RADIO], await makeUser());
    for (const [asked, expected] of Object.entries(EXPECTED)) {
      const hits = await hitsFor(asked);
      expect([
        asked,
        hits.map(({ publicId, startMs }) => `${places.get(publicId)}${startMs / 1500}`),
      ]).toEqual([...[asked, expected]]);
    }
  });

  it('returns speaker, time and transcription of a hit', async () => {
    const { publicId } = await transcribed(COUNCIL, userId, 'Câmara, sessão <1>');
    expect(await search('prefeita')).toEqual({
      recordings: [
        {
          publicId,
          title: 'Câmara, sessão <1>',
          createdAt: expect.any(Date),
          durationMs: 1000,
          hasRecording: true,
          hasCopies: false,
          hitCount: 1,
          isMore: false,
          hits: [{ number: 1, speaker: 'B', startMs: 1500, text: COUNCIL[1][1] }],
        },
      ],
      ...{ hitCount: 1, recordingCount: 1, isMore: false, older: null, newer: null },
    });
  });

  it('finds only the last saved text', async () => {
    const { id } = await transcribed(COUNCIL);
    await index(id, [['Zélia', 'Tudo mudou, até a reunião.']]);
    expect(await textsFor('prefeita')).toEqual([]);
    expect(await hitsFor('reunião')).toMatchObject([{ speaker: 'Zélia', startMs: 0 }]);
    await index(id, []);
    expect(await textsFor('mudou')).toEqual([]);
  });

  it('does not find deleted transcripts', async () => {
    const { publicId } = await transcribed(COUNCIL);
    await transcribed(RADIO);
    await deleteTranscription({ userId, publicId, submissionId: randomUUID() });
    expect(await textsFor('reunião')).toEqual([RADIO[0][1]]);
    expect(await SearchableUtterance.count()).toBe(RADIO.length);
    expect(await TranscriptTerm.count({ where: { term: 'prefeita' } })).toBe(0);
  });

  it('never finds transcripts of another user, whatever the ids', async () => {
    const others = await Promise.all([makeUser(), makeUser(), makeUser()]);
    for (const owner of others) await transcribed([['A', `segredo de ${owner} x${userId}xsegredo`]], owner);
    expect(await textsFor('segredo')).toEqual([]);
    expect(await textsFor(`${others[0]}xsegredo`)).toEqual([]);
    for (const owner of others) expect(await textsFor('segredo', owner)).toHaveLength(1);
  });

  it('indexes nothing of a rolled-back save', async () => {
    const { id } = await transcribed(COUNCIL);
    const saving = inTransaction(async (transaction) => {
      await indexTranscript(id, utterancesOf(RADIO), transaction);
      throw new Error('no');
    });
    await expect(saving).rejects.toThrow('no');
    expect(await textsFor('ornitorrinco')).toEqual([]);
    expect(await textsFor('prefeita')).toHaveLength(1);
  });

  it('finds texts from before full-text search existed, after the backfill job', async () => {
    const { id } = await transcriptionOf(await register(userId));
    const utterances = utterancesOf(COUNCIL).map((utterance) => ({ ...utterance, words: [] }));
    await Transcript.create({ transcriptionId: id, utterances: JSON.stringify(utterances) });
    await indexSavedTranscript(id);
    await indexSavedTranscript(id);
    expect(await textsFor('prefeita')).toEqual([COUNCIL[1][1]]);
    await indexSavedTranscript(id + 1000);
  });

  describe('in many transcripts', () => {
    const many = (count: number): Said => Array.from({ length: count }, (_, n) => ['A', `pauta ${n}`]);

    it('shows the first hits of each, and all of one page by page', async () => {
      const { publicId } = await transcribed(many(HITS_PER_PAGE + 2));
      await transcribed(many(2));
      const { recordings, ...found } = await search('pauta');
      expect(found).toMatchObject({ hitCount: HITS_PER_PAGE + 4, recordingCount: 2, isMore: false });
      expect(recordings.map(({ hitCount, hits }) => [hitCount, hits.map(({ number }) => number)])).toEqual([
        [2, [1, 2]],
        [HITS_PER_PAGE + 2, [1, 2, 3]],
      ]);
      expect(HITS_PER_RECORDING).toBe(3);
      const within = (page: number, by = userId) => searchInRecording(by, ['pauta*'], { publicId, page });
      expect((await within(1))!.hits).toHaveLength(HITS_PER_PAGE);
      expect(await within(2)).toMatchObject({
        hitCount: HITS_PER_PAGE + 2,
        isMore: false,
        hits: [
          { number: HITS_PER_PAGE + 1, text: `pauta ${HITS_PER_PAGE}` },
          { number: HITS_PER_PAGE + 2, text: `pauta ${HITS_PER_PAGE + 1}` },
        ],
      });
      expect(await within(1, await makeUser())).toBeNull();
    });

    it('pages forwards and backwards, newest transcription first', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 2 * RECORDINGS_PER_PAGE + 5; n += 1)
        ids.unshift((await transcribed(many(1))).publicId);
      const shown = ({ recordings }: Awaited<ReturnType<typeof search>>) =>
        recordings.map(({ publicId }) => publicId);
      const first = await search('pauta');
      expect(shown(first)).toEqual(ids.slice(0, 10));
      expect(first.newer).toBeNull();
      const second = await search('pauta', { before: first.older! });
      expect(shown(second)).toEqual(ids.slice(10, 20));
      const third = await search('pauta', { before: second.older! });
      expect(shown(third)).toEqual(ids.slice(20));
      expect(third.older).toBeNull();
      expect(shown(await search('pauta', { after: third.newer! }))).toEqual(ids.slice(10, 20));
      expect(shown(await search('pauta', { after: second.newer! }))).toEqual(ids.slice(0, 10));
      expect(shown(await search('pauta', { before: 'x'.repeat(22) }))).toEqual(ids.slice(0, 10));
    });

    it('counts no more than a thousand hits, and says so', async () => {
      await transcribed(many(10));
      await transcribed(many(1_001));
      const { recordings, ...found } = await search('pauta');
      expect(found).toMatchObject({ hitCount: 1_000, recordingCount: 1, isMore: true });
      expect(recordings).toMatchObject([{ hitCount: 1_000, isMore: true }]);
      await transcribed(many(1));
      const last = await search('pauta', { before: found.older! });
      expect(last.recordings).toMatchObject([{ hitCount: 10 }]);
      const previous = await search('pauta', { after: last.newer! });
      expect(previous.recordings).toMatchObject([{ hitCount: 1_000, isMore: true }]);
    });

    it('finds a word of every text among many recordings', async () => {
      for (let n = 0; n < 21; n += 1) await transcribed([['A', `pauta número${n}`]]);
      const found = await search('pauta');
      expect(found.recordings).toHaveLength(RECORDINGS_PER_PAGE);
      expect(found.hitCount).toBeGreaterThan(RECORDINGS_PER_PAGE);
      expect(found.recordings.every(({ hitCount, isMore }) => hitCount === 1 && !isMore)).toBe(true);
      expect((await search('numero3')).recordings).toMatchObject([{ hitCount: 1 }]);
    });

    it('finds recordings by their titles', async () => {
      for (let n = 0; n < MAX_TITLES + 2; n += 1) await transcribed(many(1), userId, `Audiência ${n}`);
      await transcribed(many(1), userId, 'Outra');
      const titles = await searchTitles(userId, ['audiencia']);
      expect(titles.map(({ title }) => title)).toEqual([6, 5, 4, 3, 2, 1].map((n) => `Audiência ${n}`));
      expect(await searchTitles(await makeUser(), ['audiencia'])).toEqual([]);
    });

    it('indexes a transcript of ten hours', async () => {
      const { id } = await transcribed(many(10_000));
      const before = await rowsOf(id);
      const [first, , ...rest] = many(10_000);
      await index(id, [first!, ['B', 'emenda'], ...rest]);
      expect(await hitsFor('emenda')).toMatchObject([{ startMs: 1500, speaker: 'B' }]);
      expect((await rowsOf(id)).toSpliced(1, 1)).toEqual(before.toSpliced(1, 1));
      await index(id, many(9_000));
      expect(await rowsOf(id)).toEqual(before.slice(0, 9_000));
      await index(id, many(10_000));
      expect(await hitsFor('9999')).toMatchObject([{ startMs: 9999 * 1500 }]);
      expect(await TranscriptTerm.count({ where: { transcriptionId: id } })).toBe(10_001);
    });
  });

  const rowsOf = (transcriptionId: number) =>
    SearchableUtterance.findAll({ where: { transcriptionId }, order: ['position'], raw: true });
});

import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IndexedList } from '@/app/domain/draft/indexed-list';
import { changeSchema, type TranscriptChange } from '@/app/domain/transcript/transcript-change';
import { appendToDraft } from '@/app/services/transcript/append-to-draft.server';
import { editUtterance } from '@/app/services/transcript/edit-utterance.server';
import { readDraftText } from '@/app/services/transcript/read-draft-text.server';
import { changeDraftAndSave, discardDraft, saveDraft } from '@/app/services/transcript/save-draft.server';
import {
  listVersions,
  nameVersion,
  readVersion,
  restoreVersion,
} from '@/app/services/transcript/versions.server';
import { Draft } from '@/models/draft.server';
import { DraftChange } from '@/models/draft-change.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { Transcription } from '@/models/transcription.server';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const CONFLICT = { code: 'transcript.conflict' };
const NOT_FOUND = { code: 'transcription.not-found' };

const edit = (id: string, text: string, fresh: string = randomUUID()): TranscriptChange =>
  changeSchema.parse({ kind: 'replace', ids: [id], blocks: [{ id: fresh, speaker: 'A', text }] });
/** As edit, of a text of any length. */
const unchecked = (id: string, text: string, fresh: string): TranscriptChange => ({
  kind: 'replace',
  ids: [id],
  blocks: [{ id: fresh, speaker: 'A', text }],
});
const named = (change: TranscriptChange, id: string = randomUUID()) => ({ id, change });

describeOnBothDatabases('the draft of a transcript', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    userId = await makeUser();
    publicId = await makeTranscript(userId, ['bom dia', 'olá a todos', 'vamos lá']);
  });

  const append = (version: number, ...changes: TranscriptChange[]) =>
    appendToDraft(userId, publicId, { version, changes: changes.map((change) => named(change)) });
  const save = (version: number) => saveDraft(userId, publicId, { version, submissionId: randomUUID() });
  const rowId = async () => (await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true })).id;
  const working = async () => readDraftText(await rowId());
  const texts = async () => (await working()).blocks.map(({ text }) => text);
  const saved = async (version: number) =>
    (await readVersion(userId, publicId, version)).utterances.map(({ text }) => text);

  it('stores every change and leaves the saved text unchanged', async () => {
    expect(await append(1, edit('1.0', 'boa tarde'))).toBe(1);
    expect(await append(1, edit('1.1', 'olá pessoal'), edit('1.2', 'vamos'))).toBe(3);
    expect(await texts()).toEqual(['boa tarde', 'olá pessoal', 'vamos']);
    expect(await saved(1)).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
    expect((await listVersions(userId, publicId)).map(({ version }) => version)).toEqual([1]);
  });

  it('applies a repeated change once (idempotency)', async () => {
    const changes = [named(edit('1.0', 'boa tarde'))];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => appendToDraft(userId, publicId, { version: 1, changes })),
    );
    expect(answers).toEqual(Array(10).fill(1));
    expect(await DraftChange.count({ where: { changeId: changes[0]!.id } })).toBe(1);
  });

  it('rejects a whole batch on a conflict and keeps the earlier changes', async () => {
    await append(1, edit('1.1', 'oi a todos'));
    await expect(append(1, edit('1.0', 'boa tarde'), edit('1.1', 'olá pessoal'))).rejects.toMatchObject(
      CONFLICT,
    );
    expect(await texts()).toEqual(['bom dia', 'oi a todos', 'vamos lá']);
  });

  it('walks the text once for each speaker rename, however many are sent at once', async () => {
    const map = vi.spyOn(IndexedList.prototype, 'map');
    const back = (index: number): TranscriptChange =>
      index % 2 ? { kind: 'rename', from: 'Ana', to: 'A' } : { kind: 'rename', from: 'A', to: 'Ana' };
    expect(await append(1, ...Array.from({ length: 100 }, (_, index) => back(index)))).toBe(100);
    expect(map.mock.calls.length).toBeLessThanOrEqual(200);
    map.mockRestore();
    await expect(append(1, back(0), back(0))).rejects.toMatchObject(CONFLICT);
  });

  it('replays the changes once for each edit', async () => {
    await append(1, edit('1.0', 'boa tarde'), edit('1.1', 'oi'));
    const replace = vi.spyOn(IndexedList.prototype, 'replace');
    await append(1, edit('1.2', 'vamos'));
    expect(replace).toHaveBeenCalledTimes(3);
    replace.mockRestore();
  });

  it('replays the changes once for each edit by a form', async () => {
    await append(1, edit('1.0', 'boa tarde'), edit('1.1', 'oi'));
    const replace = vi.spyOn(IndexedList.prototype, 'replace');
    const form = { version: 1, submissionId: randomUUID() };
    await changeDraftAndSave(userId, publicId, form, () => edit('1.2', 'vamos'));
    expect(replace).toHaveBeenCalledTimes(3);
    replace.mockRestore();
  });

  it('rejects an edit from a client that has not seen a speaker rename', async () => {
    const rename = named({ kind: 'rename', from: 'A', to: 'Ana' });
    await appendToDraft(userId, publicId, { version: 1, changes: [rename] });
    const mine = { version: 1, changes: [named(edit('1.0', 'boa tarde'))] };
    const send = (lastChangeId: string | null) => appendToDraft(userId, publicId, { ...mine, lastChangeId });
    await expect(send(null)).rejects.toMatchObject(CONFLICT);
    await expect(send('discarded')).rejects.toMatchObject(CONFLICT);
    expect(await send(rename.id)).toBe(2);
    expect(await send(null)).toBe(2);
    const undo = named({ kind: 'undo', changeId: rename.id });
    await appendToDraft(userId, publicId, { version: 1, changes: [undo] });
    mine.changes = [named(edit('1.2', 'vamos'))];
    await expect(send(rename.id)).rejects.toMatchObject(CONFLICT);
  });

  it('rejects renaming a speaker without utterances, unless it is undone in the same batch', async () => {
    const rename = named({ kind: 'rename', from: 'Rui', to: 'Ana' });
    const send = (...changes: ReturnType<typeof named>[]) =>
      appendToDraft(userId, publicId, { version: 1, changes });
    await expect(send(rename)).rejects.toMatchObject(CONFLICT);
    expect(await send(named({ kind: 'rename', from: 'A', to: 'Rui' }), rename)).toBe(2);
    const again = named({ kind: 'rename', from: 'Rui', to: 'Eva' });
    await expect(send(again)).rejects.toMatchObject(CONFLICT);
    expect(await send(again, named({ kind: 'undo', changeId: again.id }))).toBe(2);
    expect((await working()).blocks.map(({ speaker }) => speaker)).toEqual(['Ana', 'B', 'Ana']);
  });

  it('accepts one of ten concurrent changes to the same utterance', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => append(1, edit('1.1', `olá ${index}`))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await working()).changes).toHaveLength(1);
  });

  it('accepts ten concurrent changes to different utterances', async () => {
    const many = await makeTranscript(
      userId,
      Array.from({ length: 10 }, (_, index) => `frase ${index}`),
    );
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        appendToDraft(userId, many, { version: 1, changes: [named(edit(`1.${index}`, `dito ${index}`))] }),
      ),
    );
    const { id } = await Transcription.findOne({ where: { publicId: many }, rejectOnEmpty: true });
    expect((await readDraftText(id)).blocks.every(({ text }) => text.startsWith('dito'))).toBe(true);
  });

  it('is saved once as a version; the machine’s transcript stays', async () => {
    await append(1, edit('1.0', 'boa tarde'));
    const submissionId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => saveDraft(userId, publicId, { version: 1, submissionId })),
    );
    expect(answers).toEqual(Array(10).fill(2));
    expect(await saved(2)).toEqual(['boa tarde', 'olá a todos', 'vamos lá']);
    expect(await saved(1)).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
    expect(await Draft.count({ where: { transcriptionId: await rowId() } })).toBe(0);
  });

  it('creates no version without changes', async () => {
    expect(await save(1)).toBe(1);
    expect(await listVersions(userId, publicId)).toHaveLength(1);
  });

  it('rejects changes to an older version', async () => {
    await append(1, edit('1.0', 'boa tarde'));
    await save(1);
    await expect(append(1, edit('1.1', 'oi'))).rejects.toMatchObject(CONFLICT);
    await expect(save(1)).rejects.toMatchObject(CONFLICT);
    expect(await append(2, edit('2.1', 'oi'))).toBe(1);
  });

  it('is deleted when discarded', async () => {
    await append(1, edit('1.0', 'boa tarde'));
    await discardDraft(userId, publicId);
    expect(await texts()).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
    expect(await append(1, edit('1.0', 'boa noite'))).toBe(1);
  });

  describe('changed by a form', () => {
    const change = (version: number, what: TranscriptChange) =>
      changeDraftAndSave(userId, publicId, { version, submissionId: randomUUID() }, () => what);

    it('is saved at once when there are no other changes', async () => {
      await change(1, { kind: 'rename', from: 'A', to: 'Ana' });
      expect((await readVersion(userId, publicId, 2)).utterances.map(({ speaker }) => speaker)).toEqual([
        'Ana',
        'B',
        'Ana',
      ]);
    });

    it('joins the draft when there are other unsaved changes', async () => {
      await append(1, edit('1.0', 'boa tarde'));
      await change(1, { kind: 'rename', from: 'B', to: 'Rui' });
      expect(await listVersions(userId, publicId)).toHaveLength(1);
      expect((await working()).blocks.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
        'A: boa tarde',
        'Rui: olá a todos',
        'A: vamos lá',
      ]);
    });
  });

  describe('whose text would be longer than its recording allows', () => {
    const TOO_LONG = { code: 'transcript.too-long', status: 413 };
    const ofWords = (count: number) => Array(count).fill('a').join(' ');
    const half = (id: string) => edit(id, ofWords(2_500));

    it('rejects the changes, by whichever way they come, and keeps what there is', async () => {
      await append(1, half('1.0'));
      await expect(append(1, half('1.1'))).rejects.toMatchObject(TOO_LONG);
      const form = () => ({ version: 1, submissionId: randomUUID() });
      await expect(
        editUtterance(userId, publicId, { ...form(), blockId: '1.1', text: ofWords(2_500) }),
      ).rejects.toMatchObject(TOO_LONG);
      await expect(
        saveDraft(userId, publicId, { ...form(), changes: [named(half('1.1'))] }),
      ).rejects.toMatchObject(TOO_LONG);
      expect(await texts()).toEqual([ofWords(2_500), 'olá a todos', 'vamos lá']);
      expect(await save(1)).toBe(2);
    });

    it('accepts changes that make it fit again, in one batch with those that made it too long', async () => {
      const fresh = randomUUID();
      const long = edit('1.1', ofWords(5_000), fresh);
      await expect(append(1, long)).rejects.toMatchObject(TOO_LONG);
      expect(await append(1, long, edit(fresh, 'olá'))).toBe(2);
    });

    it('rejects undoing what made room', async () => {
      await append(1, half('1.1'));
      await save(1);
      const cut = named(edit('2.1', 'olá'));
      await appendToDraft(userId, publicId, { version: 2, changes: [cut] });
      await append(2, half('2.0'));
      await expect(append(2, { kind: 'undo', changeId: cut.id })).rejects.toMatchObject(TOO_LONG);
    });

    it('restores the machine’s text, however long, and no other that is too long', async () => {
      const long = await makeTranscript(userId, [ofWords(4_500)]);
      await Transcription.update({ durationMs: 1_000 }, { where: { publicId: long } });
      const request = { version: 1, submissionId: randomUUID() };
      await saveDraft(userId, long, { ...request, changes: [named(edit('1.0', ofWords(4_400)))] });
      const restore = (version: number) =>
        restoreVersion(userId, long, { version, submissionId: randomUUID() });
      await saveDraft(userId, long, {
        version: 2,
        submissionId: randomUUID(),
        changes: [named(edit('2.0', 'olá'))],
      });
      await expect(restore(2)).rejects.toMatchObject(TOO_LONG);
      expect(await restore(1)).toBe(4);
    });
  });

  describe.each([
    ['5,000 changes', 4_998, 1],
    ['32 MB of changes', 31, 1024 ** 2],
  ])('that holds nearly %s', (_, count, bytes) => {
    /** The changes stored beside the first edit have no effect. */
    beforeEach(async () => {
      await append(1, edit('1.0', 'boa tarde'));
      const where = { transcriptionId: await rowId() };
      const { id: draftId } = await Draft.findOne({ where, rejectOnEmpty: true });
      const content = JSON.stringify({ kind: 'undo', changeId: 'n'.repeat(bytes) });
      const rows = Array.from({ length: count }, (_each, index) => ({
        ...{ draftId, content, changeId: `c${index}` },
      }));
      // A statement of MariaDB has 16 MB at most.
      const quarter = Math.ceil(count / 4);
      for (let from = 0; from < count; from += quarter)
        await DraftChange.bulkCreate(rows.slice(from, from + quarter));
    });

    const fresh = randomUUID();
    const rest = () => [edit('1.1', 'oi'), ...(bytes > 1 ? longEdits() : [])];
    /** Changes of a megabyte together, after which the text is short. */
    const longEdits = () => [unchecked('1.2', 'a'.repeat(1024 ** 2), fresh), edit(fresh, 'vamos')];

    it('becomes a version with the change that fills it, so that the next one meets a newer text', async () => {
      expect(await append(1, ...rest())).toBe(0);
      expect((await saved(2)).slice(0, 2)).toEqual(['boa tarde', 'oi']);
      expect(await Draft.count({ where: { transcriptionId: await rowId() } })).toBe(0);
      await expect(append(1, edit('1.2', 'vamos já'))).rejects.toMatchObject(CONFLICT);
      expect(await append(2, edit('2.2', 'vamos já'))).toBe(1);
    });

    it('becomes a version with the form that fills it', async () => {
      const form = { version: 1, submissionId: randomUUID() };
      await changeDraftAndSave(userId, publicId, form, () => rest());
      expect((await saved(2)).slice(0, 2)).toEqual(['boa tarde', 'oi']);
    });
  });

  it('restores an earlier version as the newest, and keeps all versions', async () => {
    await append(1, edit('1.0', 'boa tarde'));
    await save(1);
    expect(await restoreVersion(userId, publicId, { version: 1, submissionId: randomUUID() })).toBe(3);
    expect(await saved(3)).toEqual(await saved(1));
    expect(await saved(2)).toEqual(['boa tarde', 'olá a todos', 'vamos lá']);
    await append(3, edit('3.0', 'oi'));
    const restore = (unsaved?: 'save') =>
      restoreVersion(userId, publicId, { version: 2, unsaved, submissionId: randomUUID() });
    await expect(restore()).rejects.toMatchObject({ code: 'version.unsaved', params: { count: 1 } });
    expect(await restore('save')).toBe(5);
    expect(await saved(4)).toEqual(['oi', 'olá a todos', 'vamos lá']);
    expect(await saved(5)).toEqual(await saved(2));
  });

  it('restores a version over changes that are undone', async () => {
    const undone = named(edit('1.0', 'boa tarde'));
    await appendToDraft(userId, publicId, { version: 1, changes: [undone] });
    await append(1, { kind: 'undo', changeId: undone.id });
    expect(await restoreVersion(userId, publicId, { version: 1, submissionId: randomUUID() })).toBe(2);
  });

  it('names a version, the machine’s too, and leaves its text and time alone', async () => {
    const name = (version: number, given: string) =>
      nameVersion(userId, publicId, { version, name: given, submissionId: randomUUID() });
    await append(1, edit('1.0', 'boa tarde'));
    await save(1);
    const before = await listVersions(userId, publicId);
    await name(1, 'Primeira escuta');
    await name(2, 'Enviada ao juízo');
    expect(await listVersions(userId, publicId)).toEqual([
      { ...before[0], name: 'Enviada ao juízo' },
      { ...before[1], name: 'Primeira escuta' },
    ]);
    expect(await saved(2)).toEqual(['boa tarde', 'olá a todos', 'vamos lá']);
    await name(2, '');
    expect((await listVersions(userId, publicId)).map((version) => version.name)).toEqual([
      null,
      'Primeira escuta',
    ]);
    await expect(name(3, 'nova')).rejects.toMatchObject(NOT_FOUND);
    const request = { version: 1, name: 'minha', submissionId: randomUUID() };
    await expect(nameVersion(await makeUser(), publicId, request)).rejects.toMatchObject(NOT_FOUND);
  });

  describe('with many versions', () => {
    /** Rows of versions 2 to `newest`, with the machine's text. */
    async function makeVersions(newest: number, name: string | null = null): Promise<void> {
      const transcriptionId = await rowId();
      const content = gzipSync(JSON.stringify((await readVersion(userId, publicId, 1)).utterances));
      const rows = Array.from({ length: newest - 1 }, (_, index) => ({
        transcriptionId,
        number: index + 2,
        content,
        name,
      }));
      await TranscriptVersion.bulkCreate(rows);
    }
    const numbers = async () => (await listVersions(userId, publicId)).map(({ version }) => version);
    const name = (version: number, given: string) =>
      nameVersion(userId, publicId, { version, name: given, submissionId: randomUUID() });

    it('keeps the newest 200 without a name, those with a name and the machine’s', async () => {
      await makeVersions(201);
      await name(2, 'Enviada ao juízo');
      await append(201, edit('201.0', 'boa tarde'));
      await save(201);
      expect((await numbers()).slice(-3)).toEqual([3, 2, 1]);
      await restoreVersion(userId, publicId, { version: 3, submissionId: randomUUID() });
      expect(await numbers()).toHaveLength(202);
      expect((await numbers()).slice(-3)).toEqual([4, 2, 1]);
      expect((await numbers())[0]).toBe(203);
      await expect(readVersion(userId, publicId, 3)).rejects.toMatchObject(NOT_FOUND);
      await append(203, edit('203.0', 'boa noite'));
      const oldest = await saved(4);
      const asked = { version: 4, unsaved: 'save', submissionId: randomUUID() } as const;
      expect(await restoreVersion(userId, publicId, asked)).toBe(205);
      expect(await saved(205)).toEqual(oldest);
    });

    it('names at most 100, and renames those', async () => {
      await makeVersions(101, 'antiga');
      await append(101, edit('101.0', 'boa tarde'));
      await save(101);
      await expect(name(102, 'nova')).rejects.toMatchObject({ code: 'version.too-many-named' });
      await name(101, 'mais nova');
      await name(1, 'Primeira escuta');
      await name(2, '');
      await name(102, 'nova');
      expect((await listVersions(userId, publicId))[0]!.name).toBe('nova');
    });
  });

  it('is not found for another user', async () => {
    const other = await makeUser();
    const request = { version: 1, changes: [named(edit('1.0', 'minha'))] };
    await expect(appendToDraft(other, publicId, request)).rejects.toMatchObject(NOT_FOUND);
    await expect(
      saveDraft(other, publicId, { version: 1, submissionId: randomUUID() }),
    ).rejects.toMatchObject(NOT_FOUND);
    await expect(discardDraft(other, publicId)).rejects.toMatchObject(NOT_FOUND);
    await expect(listVersions(other, publicId)).rejects.toMatchObject(NOT_FOUND);
    await expect(readVersion(other, publicId, 1)).rejects.toMatchObject(NOT_FOUND);
    await expect(readVersion(userId, publicId, 9)).rejects.toMatchObject(NOT_FOUND);
  });
});

import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DocumentChange, toRichText } from '@/app/domain/document/document-change';
import { parsePlainForm, serializePlainForm } from '@/app/domain/document/plain-form';
import { plainTextOf } from '@/app/domain/document/rich-text';
import { fillTemplate, TEMPLATES, type Template, type TemplateSource } from '@/app/domain/document/templates';
import { parseSearch } from '@/app/domain/library/searchable-words';
import type { Word } from '@/app/domain/transcript/transcript';
import { appendToDocumentDraft } from '@/app/services/document/append-to-document-draft.server';
import { createDocument, type DocumentRequest } from '@/app/services/document/create-document.server';
import { deleteDocument } from '@/app/services/document/delete-document.server';
import {
  listDocumentVersions,
  nameDocumentVersion,
  readDocumentVersion,
  restoreDocumentVersion,
} from '@/app/services/document/document-versions.server';
import { confirmWarning, linkDocument } from '@/app/services/document/link-document.server';
import { listDocuments } from '@/app/services/document/list-documents.server';
import { readDocument } from '@/app/services/document/read-document.server';
import {
  discardDocumentDraft,
  saveDocument,
  saveDocumentDraft,
} from '@/app/services/document/save-document.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { Document } from '@/models/document.server';
import { DocumentVersion } from '@/models/document-version.server';
import { Draft } from '@/models/draft.server';
import { DraftChange } from '@/models/draft-change.server';
import { Summary } from '@/models/summary.server';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('documents', () => {
  let userId: number;
  let transcription: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    transcription = await makeTranscript(userId, ['bom dia a todos', 'a obra termina em março']);
  });

  const create = (request: Partial<DocumentRequest> = {}) =>
    createDocument(userId, {
      template: 'blank',
      withTimes: false,
      language: 'pt',
      submissionId: randomUUID(),
      ...request,
    });
  const formOf = async (publicId: string) =>
    serializePlainForm(toRichText((await readDocument(userId, publicId)).blocks));
  const save = (publicId: string, content: string, over: { version?: number; changeCount?: number } = {}) =>
    saveDocument(userId, publicId, {
      version: 1,
      changeCount: 0,
      title: 'Ata',
      text: parsePlainForm(content),
      submissionId: randomUUID(),
      ...over,
    });
  const replace = (id: string, ids: string[], text: string): { id: string; change: DocumentChange } => ({
    id,
    change: { kind: 'replace', ids, blocks: [{ id: `b-${id}`, kind: 'paragraph', runs: [{ text }] }] },
  });
  const titles = async (page: number, sought = '') =>
    (await listDocuments(userId, page, parseSearch(sought).terms)).rows.map(({ title }) => title);

  describe('creation', () => {
    it('creates a blank document and a transcript copy, with and without timestamps', async () => {
      const blank = await readDocument(userId, await create());
      expect(blank).toMatchObject({ title: 'Documento sem título', version: 1, transcription: null });
      expect(blank).toMatchObject({ needsWarning: false, changeIds: [] });

      const copy = await create({ template: 'copy', transcription });
      expect(await formOf(copy)).toBe('**Pessoa A**: bom dia a todos\n**Pessoa B**: a obra termina em março');
      expect(await readDocument(userId, copy)).toMatchObject({
        title: 'Reunião',
        needsWarning: true,
        transcription: { publicId: transcription, title: 'Reunião' },
      });
      const timed = await create({ template: 'copy', transcription, withTimes: true, title: 'Com tempos' });
      expect(await formOf(timed)).toContain(`[00:00:01](/transcriptions/${transcription}?t=1.6#t): a obra`);
      expect((await readDocument(userId, timed)).title).toBe('Com tempos');
    });

    it('creates a document from a summary, and rejects a missing summary', async () => {
      await expect(create({ template: 'summary', transcription })).rejects.toMatchObject({
        code: 'summary.not-made',
      });
      const { id: transcriptionId } = await transcriptionOf({ publicId: transcription });
      const made = { summary: 'A obra termina.', sentences: '[]', summaryCopy: 'Minha frase.\nOutra.' };
      await Summary.create({ transcriptionId, ...made });
      expect(await formOf(await create({ template: 'summary', transcription }))).toBe('Minha frase.\nOutra.');
    });

    it('marks the space between words with the same mark, and no other', async () => {
      const utterance = (words: Partial<Word>[]) => ({
        speaker: 'A',
        startMs: 0,
        text: '',
        words: words as Word[],
      });
      const yellow = { highlight: 'yellow' } as const;
      const words = [
        { text: 'um', ...yellow },
        { text: 'dois', ...yellow, struck: true as const },
        { text: 'três', struck: true as const },
        { text: 'quatro', highlight: 'blue' as const },
      ];
      const source = { utterances: [utterance(words)], nameOf: () => 'Ana', withTimes: false };
      const [paragraph] = fillTemplate('copy', source as unknown as TemplateSource, String);
      expect(paragraph!.runs.slice(2)).toEqual([
        { text: 'um ', marker: 'yellow' },
        { text: 'dois', marker: 'yellow', strike: true },
        { text: ' três', strike: true },
        { text: ' ' },
        { text: 'quatro', marker: 'blue' },
      ]);
    });

    it.each(TEMPLATES)(
      'creates a document from the template %s, with and without a transcription',
      async (template: Template) => {
        const needsOne = template === 'copy' || template === 'summary';
        if (needsOne) {
          await expect(create({ template })).rejects.toMatchObject({
            code: 'document.transcription-required',
          });
          return;
        }
        expect((await formOf(await create({ template }))).includes('# ')).toBe(template !== 'blank');
        const filled = await formOf(await create({ template, transcription, withTimes: true }));
        expect(/Pessoa A/.test(filled)).toBe(template !== 'blank');
        const english = await formOf(await create({ template, transcription, language: 'en' }));
        expect(/Speaker A/.test(english)).toBe(template !== 'blank');
        expect(`${filled}${english}`).not.toMatch(/template|undefined|\w+\.\w+\.title/);
      },
    );

    it('is idempotent, and rejects the transcription of another user', async () => {
      const submissionId = randomUUID();
      const made = await Promise.all([create({ submissionId }), create({ submissionId })]);
      expect(made[0]).toBe(made[1]);
      const theirs = await makeTranscript(await makeUser(), ['segredo']);
      await expect(create({ template: 'copy', transcription: theirs })).rejects.toMatchObject({
        code: 'transcription.not-found',
      });
      expect(await titles(1)).toHaveLength(1);
    });
  });

  describe('list', () => {
    it('shows pages of nine, last saved first', async () => {
      const made: string[] = [];
      for (let number = 1; number <= 20; number += 1)
        made.push(await create({ title: `Documento ${number}` }));
      expect(await listDocuments(userId, 1)).toMatchObject({ page: 1, pages: 3 });
      expect(await titles(1)).toEqual(
        [20, 19, 18, 17, 16, 15, 14, 13, 12].map((number) => `Documento ${number}`),
      );
      expect(await titles(3)).toEqual(['Documento 2', 'Documento 1']);
      expect((await listDocuments(userId, 99)).page).toBe(3);
      await save(made[0]!, 'texto');
      expect((await titles(1))[0]).toBe('Ata');
      expect(await listDocuments(await makeUser(), 1)).toEqual({ rows: [], page: 1, pages: 1, count: 0 });
    });

    it('searches the last saved titles and texts', async () => {
      const [obra, ata] = [await create({ title: 'Relatório da obra' }), await create({ title: 'Outro' })];
      await save(ata, '# Ata\n\na **licitação** foi adiada');
      expect(await titles(1, 'RELATORIO obra')).toEqual(['Relatório da obra']);
      expect(await titles(1, 'licitação adi')).toEqual(['Ata']);
      expect(await titles(1, 'outro')).toEqual([]);
      await save(ata, 'nada', { version: 2 });
      expect(await titles(1, 'licitação')).toEqual([]);
      await deleteDocument({ userId, publicId: obra, submissionId: randomUUID() });
      expect(await titles(1, 'obra')).toEqual([]);
      expect((await listDocuments(await makeUser(), 1, ['ata'])).rows).toEqual([]);
    });
  });

  describe('saving', () => {
    it('creates versions, and rejects a save based on an older version', async () => {
      const publicId = await create();
      expect(await save(publicId, '# Um')).toBe(2);
      expect(await readDocument(userId, publicId)).toMatchObject({ title: 'Ata', version: 2 });
      await expect(save(publicId, '# Dois')).rejects.toMatchObject({
        code: 'document.conflict',
        status: 409,
      });
      expect(await formOf(publicId)).toBe('# Um');
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'c'].map((text) => save(publicId, text, { version: 2 })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await DocumentVersion.count()).toBe(3);
    });

    it('rejects a title change based on an outdated title', async () => {
      const publicId = await create();
      const { title: former } = await readDocument(userId, publicId);
      const rename = (id: string, title: string) =>
        appendToDocumentDraft(userId, publicId, {
          version: 1,
          changes: [{ id, change: { kind: 'title', title, former } as const }],
        });
      await rename('c1', 'Ata da manhã');
      await expect(rename('c2', 'Ata da tarde')).rejects.toMatchObject({ code: 'document.conflict' });
      expect(await rename('c1', 'Ata da manhã')).toBe(1);
      expect(await readDocument(userId, publicId)).toMatchObject({ title: 'Ata da manhã' });
    });

    it('appends changes idempotently by id, and saves them as a version', async () => {
      const publicId = await create();
      const one = replace('c1', ['1.0'], 'um');
      const title = { id: 'c2', change: { kind: 'title', title: 'Novo' } as const };
      expect(await appendToDocumentDraft(userId, publicId, { version: 1, changes: [one] })).toBe(1);
      expect(await appendToDocumentDraft(userId, publicId, { version: 1, changes: [one, title] })).toBe(2);
      expect(await readDocument(userId, publicId)).toMatchObject({
        title: 'Novo',
        version: 1,
        changeIds: ['c1', 'c2'],
      });
      await expect(save(publicId, 'por cima')).rejects.toMatchObject({ code: 'document.conflict' });
      const last = replace('c3', ['b-c1'], 'dois');
      const form = { version: 1, changes: [last], submissionId: randomUUID() };
      expect(await saveDocumentDraft(userId, publicId, form)).toBe(2);
      expect(await saveDocumentDraft(userId, publicId, form)).toBe(2);
      expect(await formOf(publicId)).toBe('dois');
      expect(await titles(1, 'novo dois')).toEqual(['Novo']);
      expect(await Draft.count()).toBe(0);
    });

    it('rejects changes to a missing block, to another version and by another user', async () => {
      const publicId = await create();
      const stale = { version: 1, changes: [replace('c1', ['9.9'], 'um')] };
      await expect(appendToDocumentDraft(userId, publicId, stale)).rejects.toMatchObject({
        code: 'document.conflict',
      });
      const late = { version: 2, changes: [replace('c1', ['1.0'], 'um')] };
      await expect(appendToDocumentDraft(userId, publicId, late)).rejects.toMatchObject({
        code: 'document.conflict',
      });
      const stranger = await makeUser();
      const missing = { code: 'document.not-found', status: 404 };
      await expect(appendToDocumentDraft(stranger, publicId, { ...late, version: 1 })).rejects.toMatchObject(
        missing,
      );
      await expect(readDocument(stranger, publicId)).rejects.toMatchObject(missing);
      const form = { userId: stranger, publicId, submissionId: randomUUID() };
      await expect(deleteDocument(form)).rejects.toMatchObject(missing);
      expect(await Draft.count()).toBe(0);
    });

    it('rejects a text that is too long, by whichever way it comes, and keeps what there is', async () => {
      const TOO_LONG = { code: 'document.too-long', status: 413 };
      const paragraphs = (count: number) =>
        Array.from({ length: count }, () => ({
          id: randomUUID(),
          kind: 'paragraph' as const,
          runs: [{ text: 'a'.repeat(100_000) }],
        }));
      const publicId = await create();
      const append = (ids: string[], blocks: ReturnType<typeof paragraphs>) =>
        appendToDocumentDraft(userId, publicId, {
          version: 1,
          changes: [{ id: randomUUID(), change: { kind: 'replace', ids, blocks } }],
        });
      const most = paragraphs(40);
      expect(await append(['1.0'], most)).toBe(1);
      await expect(append([most[0]!.id], paragraphs(2))).rejects.toMatchObject(TOO_LONG);
      expect((await readDocument(userId, publicId)).blocks).toHaveLength(40);
      expect(await append([most[0]!.id], paragraphs(1))).toBe(2);
      const whole = { version: 1, changeCount: 2, title: 'Ata', submissionId: randomUUID() };
      await expect(saveDocument(userId, publicId, { ...whole, text: paragraphs(41) })).rejects.toMatchObject(
        TOO_LONG,
      );
      const long = await makeTranscript(userId, ['fala'.repeat(1_000_001)]);
      await expect(create({ template: 'copy', transcription: long })).rejects.toMatchObject(TOO_LONG);
    });

    it('saves the draft as a version when it holds very many changes', async () => {
      const publicId = await create();
      await appendToDocumentDraft(userId, publicId, { version: 1, changes: [replace('c1', ['1.0'], 'um')] });
      const { id: draftId } = await Draft.findOne({ order: [['id', 'DESC']], rejectOnEmpty: true });
      const content = JSON.stringify({ kind: 'title', title: 'Pauta' });
      await DraftChange.bulkCreate(
        Array.from({ length: 4_998 }, (_, index) => ({ draftId, changeId: `t${index}`, content })),
      );
      const last = { version: 1, changes: [replace('c2', ['b-c1'], 'dois')] };
      expect(await appendToDocumentDraft(userId, publicId, last)).toBe(0);
      expect(await readDocument(userId, publicId)).toMatchObject({
        version: 2,
        title: 'Pauta',
        changeIds: [],
      });
      expect(await formOf(publicId)).toBe('dois');
    });

    it('discards unsaved changes', async () => {
      const publicId = await create();
      await appendToDocumentDraft(userId, publicId, { version: 1, changes: [replace('c1', ['1.0'], 'um')] });
      await discardDocumentDraft(userId, publicId);
      expect(await readDocument(userId, publicId)).toMatchObject({ changeIds: [], version: 1 });
      expect(await formOf(publicId)).toBe('');
    });
  });

  describe('versions', () => {
    const restore = (publicId: string, version: number) =>
      restoreDocumentVersion(userId, publicId, { version, submissionId: randomUUID() });

    it('reads a version, and restores it as a new version', async () => {
      const publicId = await create();
      await save(publicId, 'um');
      await save(publicId, 'dois', { version: 2 });
      expect((await listDocumentVersions(userId, publicId)).map(({ version }) => version)).toEqual([3, 2, 1]);
      expect(plainTextOf(await readDocumentVersion(userId, publicId, 2))).toBe('um');
      expect(await restore(publicId, 2)).toBe(4);
      expect(await formOf(publicId)).toBe('um');
      expect(await titles(1, 'um')).toEqual(['Ata']);
      for (const version of [0, 5]) {
        await expect(readDocumentVersion(userId, publicId, version)).rejects.toMatchObject({
          code: 'document.not-found',
        });
        await expect(restore(publicId, version)).rejects.toMatchObject({ code: 'document.not-found' });
      }
      const stranger = await makeUser();
      await expect(listDocumentVersions(stranger, publicId)).rejects.toMatchObject({ status: 404 });
      await expect(readDocumentVersion(stranger, publicId, 1)).rejects.toMatchObject({ status: 404 });
    });

    it('restores a version over unsaved changes only once they are saved', async () => {
      const publicId = await create();
      await save(publicId, 'um');
      await appendToDocumentDraft(userId, publicId, {
        version: 2,
        changes: [replace('c1', ['2.0'], 'dois')],
      });
      await expect(restore(publicId, 1)).rejects.toMatchObject({
        code: 'version.unsaved',
        params: { count: 1 },
      });
      const asked = { version: 1, unsaved: 'save', submissionId: randomUUID() } as const;
      expect(await restoreDocumentVersion(userId, publicId, asked)).toBe(4);
      expect(plainTextOf(await readDocumentVersion(userId, publicId, 3))).toBe('dois');
      expect(await readDocument(userId, publicId)).toMatchObject({ version: 4, changeIds: [] });
      expect(await formOf(publicId)).toBe('');
    });

    it('names a version', async () => {
      const publicId = await create();
      const name = (by: number, version: number, given: string) =>
        nameDocumentVersion(by, publicId, { version, name: given, submissionId: randomUUID() });
      const names = async () => (await listDocumentVersions(userId, publicId)).map((version) => version.name);
      await save(publicId, 'um');
      await name(userId, 1, 'Enviada ao juízo');
      expect(await names()).toEqual([null, 'Enviada ao juízo']);
      await name(userId, 1, '');
      expect(await names()).toEqual([null, null]);
      await expect(name(userId, 9, 'nova')).rejects.toMatchObject({ status: 404 });
      await expect(name(await makeUser(), 1, 'minha')).rejects.toMatchObject({ status: 404 });
    });

    it('keeps the newest 200 without a name and those with one, at most 100', async () => {
      const publicId = await create();
      const documentId = (await Document.findOne({ where: { publicId }, rejectOnEmpty: true })).id;
      const { content } = await DocumentVersion.findOne({ where: { documentId }, rejectOnEmpty: true });
      const make = (from: number, to: number, name: string | null) =>
        DocumentVersion.bulkCreate(
          Array.from({ length: to - from + 1 }, (_, index) => ({
            ...{ documentId, number: from + index, content, name },
          })),
        );
      await make(2, 100, 'antiga');
      await make(101, 300, null);
      await Document.update({ version: 300 }, { where: { publicId } });
      const name = (version: number) =>
        nameDocumentVersion(userId, publicId, { version, name: 'nova', submissionId: randomUUID() });
      await name(101);
      await expect(name(102)).rejects.toMatchObject({ code: 'version.too-many-named', status: 409 });
      await save(publicId, 'um', { version: 300 });
      const numbers = (await listDocumentVersions(userId, publicId)).map(({ version }) => version);
      expect(numbers).toHaveLength(300);
      expect([numbers[0], numbers.at(-1)]).toEqual([301, 2]);
    });
  });

  it('stores the confirmed warning, and keeps documents of a deleted transcription', async () => {
    const publicId = await create({ template: 'copy', transcription });
    await confirmWarning(userId, publicId, { submissionId: randomUUID() });
    expect((await readDocument(userId, publicId)).needsWarning).toBe(false);
    const blank = await create();
    await linkDocument(userId, blank, { transcription, submissionId: randomUUID() });
    expect(await readDocument(userId, blank)).toMatchObject({ transcription: { publicId: transcription } });
    await deleteTranscription({ userId, publicId: transcription, submissionId: randomUUID() });
    expect(await readDocument(userId, publicId)).toMatchObject({ transcription: null });
    expect(await formOf(publicId)).toContain('a obra termina em março');
  });
});

import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { parsePlainForm } from '@/app/domain/document/plain-form';
import { EMPTY_RECORD } from '@/app/domain/transcript/degravacao/record';
import { storage } from '@/app/integrations/storage/index.server';
import { exportOwnData } from '@/app/services/account/export-own-data.server';
import { savePicture } from '@/app/services/account/picture.server';
import { grantMinutes } from '@/app/services/admin/grant-minutes.server';
import { createPersonalToken } from '@/app/services/api/personal-tokens.server';
import { createDocument } from '@/app/services/document/create-document.server';
import { saveDocument } from '@/app/services/document/save-document.server';
import { setFavourite } from '@/app/services/library/set-favourite.server';
import { addTag } from '@/app/services/library/tags.server';
import { saveMeetingSettings } from '@/app/services/meeting/meeting-settings.server';
import { type FileToPack, packFiles } from '@/app/services/platform/pack-files.server';
import { saveDegravacao } from '@/app/services/transcript/degravacao/save-degravacao.server';
import { writeSavedText } from '@/app/services/transcript/saved-text.server';
import { ApiToken } from '@/models/api-token.server';
import { database, inTransaction } from '@/models/database.server';
import { KnownSpeakers } from '@/models/known-speakers.server';
import { MeetingTimelineRow } from '@/models/meeting-timeline.server';
import { Order } from '@/models/order.server';
import { newPublicId } from '@/models/public-id.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { makeMeeting } from '@/tests/factories/meeting';
import { giveMinutes } from '@/tests/factories/minutes';
import { png } from '@/tests/factories/pictures';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { unzip } from '@/tests/support/zip';

const UTTERANCE = {
  speaker: 'A',
  startMs: 0,
  endMs: 900,
  confidence: 0.9,
  text: 'Bom dia.',
  words: [{ text: 'Bom dia.', startMs: 0, endMs: 900, confidence: 0.9 }],
};

describeOnBothDatabases("a person's own data", () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser({ name: 'Ana Souza', email: 'ana@example.com' });
  });

  async function record(values: { fileName: string; title?: string; of?: number }): Promise<string> {
    const { fileName, title, of = userId } = values;
    const storageKey = `recordings/${randomUUID()}`;
    await storage.put(storageKey, Readable.from([`bytes of ${fileName}`]), { maxBytes: 1000 });
    const transcription = await transcriptionOf(
      await register(of, { storageKey, fileName, durationMs: 1000 }),
    );
    if (title === undefined) return storageKey;
    await Transcript.create({
      transcriptionId: transcription.id,
      utterances: JSON.stringify([UTTERANCE]),
    });
    await Transcription.update({ title, status: 'succeeded' }, { where: { id: transcription.id } });
    return storageKey;
  }

  const files = async () => unzip(await buffer(await exportOwnData(userId)));
  const jsonIn = (found: Map<string, Buffer>, path: string) => JSON.parse(found.get(path)!.toString());

  it('is complete, and contains no data of other users', async () => {
    const neighbour = await makeUser({ name: 'Rui Alheio', email: 'rui@example.com' });
    await record({ of: neighbour, fileName: 'alheio.mp3', title: 'alheio' });
    await startSession(neighbour, 'alheio');
    const foreign = { name: 'alheio', scopes: ['read'], expiresInDays: null } as const;
    await createPersonalToken(neighbour, { ...foreign, submissionId: randomUUID() });
    await User.update({ occupationArea: 'Jornalismo', leadOrigin: 'boletim' }, { where: { id: userId } });
    await startSession(userId, 'browser');
    await savePicture({ userId, submissionId: randomUUID(), body: Readable.from([png(9, 9)]) });
    await record({ fileName: 'entrevista.mp3', title: 'Entrevista' });
    await record({ fileName: 'na fila.mp3' });
    await KnownSpeakers.create({ userId, names: '["Bia Lopes"]' });
    const { publicId } = await Transcription.findOne({ where: { title: 'Entrevista' }, rejectOnEmpty: true });
    await inTransaction(async (transaction) => {
      const { id } = await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true, transaction });
      const said = 'Boa tarde.';
      const words = [{ ...UTTERANCE.words[0]!, text: said }];
      const utterances = [{ ...UTTERANCE, text: said, words }];
      await writeSavedText(id, { version: 2, utterances }, transaction);
      for (const of of [userId, neighbour]) {
        const price = of === userId ? 'celeste_hour' : 'alheio';
        const bill = { userId: of, publicId: newPublicId(), kind: 'hours', priceId: price } as const;
        await Order.create(
          { ...bill, quantity: 2, amountCents: 4380, minutesMs: 7_200_000 },
          { transaction },
        );
      }
    });
    const audited = { adminId: null, minutes: 5, reason: 'desculpas' };
    await grantMinutes({ ...audited, submissionId: randomUUID(), user: { email: 'ana@example.com' } });
    await grantMinutes({
      ...audited,
      reason: 'alheio',
      submissionId: randomUUID(),
      user: { email: 'rui@example.com' },
    });
    await addTag({ userId, publicId, tag: 'Câmara', submissionId: randomUUID() });
    await setFavourite(userId, publicId, true);
    const formal = { ...EMPTY_RECORD, court: '1ª Vara Cível' };
    await saveDegravacao(userId, publicId, { version: 0, submissionId: randomUUID(), record: formal });

    for (const of of [userId, neighbour]) {
      const title = of === userId ? 'Ata' : 'alheio';
      const request = { title, template: 'blank', withTimes: false, language: 'pt' } as const;
      const crypto = await createDocument(of, { ...request, submissionId: randomUUID() });
      await saveDocument(of, crypto, {
        version: 1,
        changeCount: 0,
        title,
        submissionId: randomUUID(),
        text: parsePlainForm(`# ${title} da reunião`),
      });
    }

    const { id: transcriptionId } = await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true });
    const done = { status: 'completed', endReason: 'ended', people: '["Bia Lopes"]' } as const;
    const guests = [{ email: 'bia@example.com', name: 'Bia Lopes' }];
    await makeMeeting(userId, { title: 'Pauta', transcriptionId, guests: JSON.stringify(guests), ...done });
    await makeMeeting(neighbour, { title: 'alheio', people: '["alheio"]' });
    const spoken = [{ name: 'Bia Lopes', startMs: 0, endMs: 900 }];
    const timeline = { people: ['Bia Lopes'], spoken };
    await MeetingTimelineRow.create({ transcriptionId, timeline: JSON.stringify(timeline) });
    await saveMeetingSettings({ userId, submissionId: randomUUID(), botName: 'Escriba', maxWaitSeconds: 30 });

    const found = await files();
    expect([...found.keys()]).toEqual([
      'profile.json',
      'picture.png',
      'sessions.json',
      'api-tokens.json',
      'devices.json',
      'ledger.json',
      'ledger.csv',
      'payments.json',
      'subscriptions.json',
      'audit.json',
      'transcriptions.json',
      'meetings.json',
      'transcripts/Entrevista.txt',
      'transcripts/Entrevista.json',
      'transcripts/earlier/Entrevista.1.json',
      'degravacoes/Entrevista.json',
      'documents/Ata.md',
      'documents/earlier/Ata.1.md',
      'recordings/entrevista.mp3',
      'recordings/na fila.mp3',
    ]);
    expect(found.get('documents/Ata.md')!.toString()).toBe('# Ata da reunião');
    expect(jsonIn(found, 'profile.json')).toMatchObject({
      name: 'Ana Souza',
      email: 'ana@example.com',
      player: { keys: { toggle: 'F8' }, rewindMs: 1_500 },
      knownSpeakers: ['Bia Lopes'],
      ...{ confirmedMail: true, occupationArea: 'Jornalismo', leadOrigin: 'boletim' },
      container: expect.stringMatching(/^[\w-]{22}$/) as string,
      assistant: { termsAcceptedAt: null, settings: { botName: 'Escriba', maxWaitSeconds: 30 } },
    });
    expect(jsonIn(found, 'meetings.json')).toMatchObject([
      { title: 'Pauta', room: 'abc-defg-hij', people: ['Bia Lopes'], guests, transcription: publicId },
    ]);
    expect(jsonIn(found, 'meetings.json')).toMatchObject([{ timeline }]);
    expect(found.get('picture.png')).toEqual(png(9, 9));
    expect(jsonIn(found, 'sessions.json')).toMatchObject([{ userAgent: 'browser', method: 'email' }]);
    expect(jsonIn(found, 'transcriptions.json')).toMatchObject([
      { title: 'Entrevista', status: 'succeeded', tags: ['Câmara'], favourite: true },
      { title: 'na fila', status: 'pending', tags: [], favourite: false },
    ]);
    expect(found.get('transcripts/Entrevista.txt')!.toString()).toContain('Boa tarde.');
    expect(jsonIn(found, 'transcripts/Entrevista.json')).toMatchObject({
      dialogue: [{ text: 'Boa tarde.' }],
    });
    expect(jsonIn(found, 'transcripts/earlier/Entrevista.1.json')).toMatchObject([{ text: 'Bom dia.' }]);
    expect(jsonIn(found, 'degravacoes/Entrevista.json')).toEqual(formal);
    expect(jsonIn(found, 'payments.json')).toMatchObject([
      { price: 'celeste_hour', quantity: 2, amountCents: 4380, status: 'open' },
    ]);
    expect(jsonIn(found, 'audit.json')).toMatchObject([
      { action: 'minutes-granted', details: { minutes: 5, reason: 'desculpas' } },
    ]);
    expect(found.get('recordings/entrevista.mp3')!.toString()).toBe('bytes of entrevista.mp3');
    for (const [path, content] of found) expect([path, content.includes('alheio')]).toEqual([path, false]);
  });

  it('is limited to ten downloads an hour', async () => {
    for (let time = 0; time < 10; time += 1) (await exportOwnData(userId)).destroy();
    await expect(exportOwnData(userId)).rejects.toMatchObject({
      code: 'account.too-many-downloads',
      params: { seconds: expect.any(Number) as number },
    });
    expect((await exportOwnData(await makeUser())).readable).toBe(true);
  });

  it('contains no session secrets, no hashes of tokens and no row ids', async () => {
    await startSession(userId, 'browser');
    const token = { name: 'Redação', scopes: ['read', 'write'], expiresInDays: null } as const;
    const text = await createPersonalToken(userId, { ...token, submissionId: randomUUID() });
    const found = await files();
    const paths = ['sessions.json', 'api-tokens.json', 'ledger.json'];
    const keys = (await Promise.all(paths.map((path) => jsonIn(found, path))))
      .flat()
      .flatMap((row: object) => Object.keys(row));
    expect(keys.filter((key) => /hash|token|^id$|Id$|reference/i.test(key))).toEqual([]);
    expect(jsonIn(found, 'api-tokens.json')).toEqual([
      {
        ...{ name: 'Redação', scopes: ['read', 'write'], ending: text!.slice(-4) },
        ...{ createdAt: expect.any(String) as string, lastUsedAt: null, expiresAt: null },
      },
    ]);
    const { tokenHash } = await ApiToken.findOne({ where: { userId }, rejectOnEmpty: true });
    for (const [path, content] of found) {
      expect([path, [text!, tokenHash].some((secret) => content.includes(secret))]).toEqual([path, false]);
    }
  });

  it('contains every ledger entry of many batches, once and in order', async () => {
    await inTransaction(async (transaction) => {
      for (let index = 1; index <= 450; index += 1) {
        const credit = { userId, account: 'bought' as const, amountMs: index, reason: '=cmd()' };
        await giveMinutes({ ...credit, reference: `credit:${index}` }, transaction);
      }
    });
    const found = await files();
    const entries = jsonIn(found, 'ledger.json') as { account: string; amountMs: number }[];
    expect(entries).toHaveLength(await WalletEntry.count());
    const bought = entries.filter(({ account }) => account === 'bought').map(({ amountMs }) => amountMs);
    expect(bought).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
    const [head, ...lines] = found.get('ledger.csv')!.toString().slice(0, -2).split('\r\n');
    expect(head).toBe('\uFEFFdate;kind;reason;account;credit_ms;debit_ms');
    expect(lines[0]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d;/);
    expect(lines).toHaveLength(entries.length);
    expect(lines.filter((line) => line.includes(";'=cmd();"))).toHaveLength(900);
  });

  it('has the ledger as a table of the language and days of the account', async () => {
    const table = async () => (await files()).get('ledger.csv')!.toString().split('\r\n').slice(0, 3);
    await database().query(`UPDATE wallet_transactions SET created_at = '2026-12-31 23:30:00.000'`);
    await User.update({ language: 'en', timeZone: 'Asia/Tokyo' }, { where: { id: userId } });
    expect(await table()).toEqual([
      '\uFEFFdate,kind,reason,account,credit_ms,debit_ms',
      '2027-01-01 08:30,credit,trial,trial,1800000,0',
      '2027-01-01 08:30,credit,trial,external,0,1800000',
    ]);
    await User.update({ language: 'pt', timeZone: 'America/Sao_Paulo' }, { where: { id: userId } });
    expect((await table())[1]).toBe('31/12/2026 20:30;credit;trial;trial;1800000;0');
  });

  it('keeps hostile and duplicate names apart and inside the archive', async () => {
    await record({ fileName: '..', title: '../../evil' });
    await record({ fileName: 'a.mp3', title: 'same' });
    await record({ fileName: 'A.mp3', title: 'Same' });
    await record({ fileName: 'a.mp3', title: 'same' });
    const paths = [...(await files()).keys()].filter((path) => path.includes('/'));
    expect(paths.filter((path) => path.endsWith('.txt') || path.startsWith('recordings'))).toEqual([
      'transcripts/_.._evil.txt',
      'transcripts/same.txt',
      'transcripts/Same (2).txt',
      'transcripts/same (3).txt',
      'recordings/_',
      'recordings/a.mp3',
      'recordings/A (2).mp3',
      'recordings/a (3).mp3',
    ]);
  });

  it('omits a recording whose file is gone', async () => {
    await storage.remove(await record({ fileName: 'gone.mp3' }));
    await record({ fileName: 'here.mp3' });
    const paths = [...(await files()).keys()];
    expect(paths).toContain('recordings/here.mp3');
    expect(paths).not.toContain('recordings/gone.mp3');
  });
});

it('an archive opens one file at a time, as it is read, and closes it when the reader stops', async () => {
  const opened: Readable[] = [];
  const endless = (path: string): FileToPack => ({
    path,
    modifiedAt: new Date(),
    isCompressed: true,
    open: () => {
      const file = Readable.from(
        (async function* () {
          for (;;) yield Buffer.alloc(65_536);
        })(),
      );
      opened.push(file);
      return file;
    },
  });
  const archive = packFiles(Readable.from([endless('first'), endless('second')]));
  for (let chunks = 0; chunks < 50; chunks += 1) {
    if (archive.read() === null) await once(archive, 'readable');
  }
  archive.destroy();
  await once(opened[0]!, 'close');
  expect(opened).toHaveLength(1);
});

it('an archive fails when one of its files does', async () => {
  const broken: FileToPack = {
    path: 'broken',
    modifiedAt: new Date(),
    isCompressed: true,
    open: () =>
      Readable.from(
        (async function* () {
          yield 'half';
          throw new Error('the disk broke');
        })(),
      ),
  };
  await expect(buffer(packFiles(Readable.from([broken])))).rejects.toThrow('the disk broke');
});

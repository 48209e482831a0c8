import { Readable } from 'node:stream';
import { pictureFormatOf } from '@/app/domain/account/picture';
import { toRichText } from '@/app/domain/document/document-change';
import { serializePlainForm } from '@/app/domain/document/plain-form';
import { AppError } from '@/app/domain/errors';
import { streamCsv } from '@/app/domain/format/csv';
import { createFileNamer } from '@/app/domain/format/file-names';
import { formatTableDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { parsePlayerSettings } from '@/app/domain/transcript/player-settings-form';
import { extensionOf, titleFromFileName } from '@/app/domain/transcription/recording-file';
import { storage } from '@/app/integrations/storage/index.server';
import { ApiToken } from '@/models/api-token.server';
import { AuditEntry } from '@/models/audit-entry.server';
import { inTransaction } from '@/models/database.server';
import { Document } from '@/models/document.server';
import { Identity } from '@/models/identity.server';
import { KnownDevice } from '@/models/known-device.server';
import { Meeting } from '@/models/meeting.server';
import { MeetingSettings } from '@/models/meeting-settings.server';
import { MeetingTimelineRow } from '@/models/meeting-timeline.server';
import { Order } from '@/models/order.server';
import { Passkey } from '@/models/passkey.server';
import { RecoveryCode } from '@/models/recovery-code.server';
import { Session } from '@/models/session.server';
import { Subscription } from '@/models/subscription.server';
import { Summary } from '@/models/summary.server';
import { Tag } from '@/models/tag.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { Voice } from '@/models/voice.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { listDocumentVersions, readDocumentVersion } from '../document/document-versions.server';
import { readDocument } from '../document/read-document.server';
import { readGlossary } from '../library/glossary.server';
import { eachRow } from '../platform/each-row.server';
import { limitRate, type Rate } from '../platform/limits/limit-rate.server';
import { type FileToPack, packFiles } from '../platform/pack-files.server';
import { pick } from '../platform/pick';
import { readRecord } from '../transcript/degravacao/read-degravacao.server';
import { exportTranscript } from '../transcript/export-transcript.server';
import { readKnownSpeakers } from '../transcript/known-speakers.server';
import { listVersions, readVersion } from '../transcript/versions.server';

/** Rate limit, since each download may contain every recording of the account. */
const DOWNLOAD_RATE: Rate = { most: 10, windowMs: 3_600_000 };

/** Personal data as a zip file, built while it is streamed. @throws AppError 'account.too-many-downloads' */
export async function exportOwnData(userId: number): Promise<Readable> {
  const seconds = await inTransaction((transaction) =>
    limitRate(`own data:${userId}`, DOWNLOAD_RATE, transaction),
  );
  if (seconds > 0) throw new AppError('account.too-many-downloads', { seconds });
  return packFiles(filesOf(userId));
}

async function* filesOf(userId: number): AsyncGenerator<FileToPack> {
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  yield textFile('profile.json', [json(await profileOf(user))]);
  yield* pictureOf(user);
  yield textFile('sessions.json', [json(await sessionsOf(userId))]);
  yield textFile('api-tokens.json', [json(await apiTokensOf(userId))]);
  yield textFile('devices.json', [json(await devicesOf(userId))]);
  yield textFile('ledger.json', jsonList(ledgerOf(userId)));
  yield textFile('ledger.csv', streamCsv(ledgerTable(user), toInterfaceLanguage(user.language ?? '')));
  yield textFile('payments.json', jsonList(paymentsOf(userId)));
  yield textFile('subscriptions.json', [json(await subscriptionsOf(userId))]);
  yield textFile('audit.json', jsonList(auditOf(userId)));
  yield textFile('transcriptions.json', jsonList(transcriptionsOf(userId)));
  yield textFile('meetings.json', jsonList(meetingsOf(userId)));
  yield* transcriptsOf(user);
  yield* documentsOf(userId);
  yield* recordingsOf(userId);
}

async function profileOf(user: User) {
  const identities = await Identity.findAll({ where: { userId: user.id } });
  const passkeys = await Passkey.findAll({ where: { userId: user.id }, order: ['id'] });
  const assistant = await MeetingSettings.findOne({ where: { userId: user.id } });
  return {
    crypto: user.publicId,
    ...pick(
      user,
      'email',
      'name',
      'language',
      'wantsNotices',
      'keepAudioDays',
      'consumptionRule',
      'timeZone',
      'container',
      'confirmedMail',
      'occupationArea',
      'leadOrigin',
    ),
    createdAt: user.createdAt,
    onboarding: {
      step: user.onboardingStep,
      answers: JSON.parse(user.onboardingAnswers ?? 'null') as unknown,
    },
    player: parsePlayerSettings(user.playerSettings),
    assistant: {
      termsAcceptedAt: user.meetingTermsAcceptedAt,
      settings: assistant && pick(assistant, 'botName', 'maxWaitSeconds'),
    },
    glossary: await readGlossary(user.id),
    knownSpeakers: await readKnownSpeakers(user.id),
    voices: { consentedAt: user.voicesConsentedAt, kept: await voicesOf(user.id) },
    passkeys: passkeys.map((passkey) => pick(passkey, 'name', 'createdAt', 'lastUsedAt')),
    recoveryCodes: await RecoveryCode.count({ where: { userId: user.id } }),
    identities: identities.map(({ provider, subject, createdAt: since }) => ({ provider, subject, since })),
  };
}

async function voicesOf(userId: number) {
  const voices = await Voice.findAll({ where: { userId }, order: ['id'] });
  return voices.map((voice) => ({
    ...pick(voice, 'name', 'startMs', 'endMs', 'model', 'createdAt'),
    embedding: JSON.parse(voice.embedding) as number[],
  }));
}

async function* pictureOf({ pictureKey, updatedAt }: User): AsyncGenerator<FileToPack> {
  if (pictureKey) yield* storedFile(`picture.${pictureFormatOf(pictureKey)}`, pictureKey, updatedAt);
}

async function sessionsOf(userId: number) {
  const sessions = await Session.findAll({ where: { userId }, order: ['id'] });
  return sessions.map((session) =>
    pick(session, 'userAgent', 'method', 'createdAt', 'lastUsedAt', 'expiresAt'),
  );
}

/** Without their hashes, which nobody needs to read. */
async function apiTokensOf(userId: number) {
  const tokens = await ApiToken.findAll({ where: { userId }, order: ['id'] });
  return tokens.map((token) => ({
    ...pick(token, 'name', 'ending', 'createdAt', 'lastUsedAt', 'expiresAt'),
    scopes: token.scopes.split(' '),
  }));
}

async function devicesOf(userId: number) {
  const devices = await KnownDevice.findAll({ where: { userId }, order: ['id'] });
  return devices.map(({ createdAt: since, expiresAt }) => ({ since, expiresAt }));
}

async function* ledgerOf(userId: number) {
  const account = { model: WalletAccount, as: 'account' };
  const transactions = eachRow((after, page) =>
    WalletTransaction.findAll({
      where: { userId, id: after },
      include: { model: WalletEntry, as: 'entries', include: [account] },
      ...page,
      order: ['id', ['entries', 'id', 'ASC']],
    }),
  );
  for await (const { createdAt, kind, reason, entries } of transactions) {
    for (const { account: changed, amountMs } of entries!) {
      yield { createdAt, kind, reason, account: changed!.kind, amountMs };
    }
  }
}

async function* ledgerTable(user: User) {
  const language = toInterfaceLanguage(user.language ?? '');
  yield [['date', 'kind', 'reason', 'account', 'credit_ms', 'debit_ms']];
  for await (const { createdAt, kind, reason, account, amountMs } of ledgerOf(user.id)) {
    const [credit, debit] = amountMs > 0 ? [amountMs, 0] : [0, -amountMs];
    const date = formatTableDateTime(createdAt, language, user.timeZone);
    yield [[date, kind, reason, account, credit, debit]];
  }
}

async function* paymentsOf(userId: number) {
  const orders = eachRow((after, page) => Order.findAll({ where: { userId, id: after }, ...page }));
  for await (const order of orders) {
    yield {
      order: order.publicId,
      kind: order.kind,
      price: order.priceId,
      ...pick(order, 'quantity', 'amountCents', 'refundedCents', 'status', 'minutesMs', 'createdAt'),
      ...pick(order, 'paidAt', 'canceledAt', 'periodStart', 'periodEnd'),
    };
  }
}

async function subscriptionsOf(userId: number) {
  const subscriptions = await Subscription.findAll({ where: { userId }, order: ['id'] });
  return subscriptions.map((subscription) => ({
    price: subscription.priceId,
    ...pick(subscription, 'status', 'createdAt', 'cancelsAt', 'monthStart', 'monthEnd'),
  }));
}

/** Administrator actions on the account, without the administrator's identity. */
async function* auditOf(userId: number) {
  const entries = eachRow((after, page) =>
    AuditEntry.findAll({ where: { subjectId: userId, id: after }, ...page }),
  );
  for await (const { createdAt, action, details } of entries) {
    yield { createdAt, action, details: JSON.parse(details) as unknown };
  }
}

const eachTranscription = (userId: number) =>
  eachRow((after, page) =>
    Transcription.findAll({
      where: { userId, id: after },
      include: { model: Tag, as: 'tags', through: { attributes: [] } },
      ...page,
    }),
  );

async function* transcriptionsOf(userId: number) {
  for await (const row of eachTranscription(userId)) {
    yield {
      crypto: row.publicId,
      ...pick(row, 'title', 'fileName', 'language', 'status', 'durationMs', 'sizeBytes', 'createdAt'),
      favourite: row.isFavourite,
      tags: row.tags!.map(({ name }) => name),
    };
  }
}

/** Who was there and who spoke when goes with the meeting that became a transcription. */
async function* meetingsOf(userId: number) {
  const include = { model: Transcription, as: 'transcription', attributes: ['publicId'] };
  const meetings = eachRow((after, page) =>
    Meeting.findAll({ where: { userId, id: after }, include, ...page }),
  );
  for await (const meeting of meetings) {
    const { publicId, people, guests, transcriptionId, transcription } = meeting;
    const row = transcriptionId && (await MeetingTimelineRow.findByPk(transcriptionId));
    yield {
      crypto: publicId,
      ...pick(meeting, 'title', 'room', 'type', 'status', 'startsAt', 'language', 'botName'),
      ...pick(meeting, 'maxWaitSeconds', 'recordingSince', 'endedAt', 'endReason', 'createdAt'),
      people: JSON.parse(people ?? 'null') as string[] | null,
      guests: JSON.parse(guests ?? 'null') as unknown,
      transcription: transcription?.publicId ?? null,
      timeline: row ? (JSON.parse(row.timeline) as unknown) : null,
    };
  }
}

let lastTask: Promise<unknown> = Promise.resolve();

/**
 * Builds texts one at a time across all requests, since reading the longest one takes half of the process
 * memory. The result is a Buffer, which is held for a slow reader outside of this queue.
 */
function runSerially<T>(make: () => Promise<T>): Promise<T> {
  const made = lastTask.then(make);
  lastTask = made.catch(() => undefined);
  return made;
}

async function* transcriptsOf(user: User): AsyncGenerator<FileToPack> {
  const language = toInterfaceLanguage(user.language ?? '');
  const nameOf = createFileNamer();
  for await (const { id, publicId, title, status, updatedAt } of eachTranscription(user.id)) {
    if (status !== 'succeeded') continue;
    const name = nameOf(title, '');
    for (const extension of ['txt', 'json']) {
      const body = await runSerially(async () => {
        const file = await exportTranscript(user.id, publicId, { extension, language });
        return Buffer.from(file.body as string);
      });
      yield textFile(`transcripts/${name}.${extension}`, [body], updatedAt);
    }
    yield* earlierVersionsOf(user.id, publicId, name);
    const made = await Summary.findOne({ where: { transcriptionId: id } });
    if (made) yield textFile(`summaries/${name}.txt`, [made.summaryCopy ?? made.summary], made.updatedAt);
    const { record, version } = await readRecord(id);
    if (version > 0) yield textFile(`degravacoes/${name}.json`, [json(record)]);
  }
}

async function* earlierVersionsOf(
  userId: number,
  publicId: string,
  name: string,
): AsyncGenerator<FileToPack> {
  const versions = await listVersions(userId, publicId);
  yield* versionNames(`transcripts/earlier/${name}`, versions);
  const [, ...earlier] = versions;
  for (const { version, savedAt } of earlier) {
    const text = await runSerially(async () => {
      const { utterances } = await readVersion(userId, publicId, version);
      return Buffer.from(json(utterances));
    });
    yield textFile(`transcripts/earlier/${name}.${version}.json`, [text], savedAt);
  }
}

/** Each document as plain text with markup for all of its formats. */
async function* documentsOf(userId: number): AsyncGenerator<FileToPack> {
  const nameOf = createFileNamer();
  const documents = await Document.findAll({ where: { userId }, attributes: ['publicId'], order: ['id'] });
  for (const { publicId } of documents) {
    const { title, text, savedAt } = await runSerially(async () => {
      const { blocks, ...about } = await readDocument(userId, publicId);
      return { ...about, text: Buffer.from(serializePlainForm(toRichText(blocks))) };
    });
    const name = nameOf(title, '');
    yield textFile(`documents/${name}.md`, [text], savedAt);
    const versions = await listDocumentVersions(userId, publicId);
    yield* versionNames(`documents/earlier/${name}`, versions);
    for (const { version, savedAt: at } of versions.slice(1)) {
      const earlier = await runSerially(async () =>
        Buffer.from(serializePlainForm(await readDocumentVersion(userId, publicId, version))),
      );
      yield textFile(`documents/earlier/${name}.${version}.md`, [earlier], at);
    }
  }
}

/** The names that versions got, where one has a name. */
function* versionNames(
  path: string,
  versions: { version: number; name: string | null }[],
): Generator<FileToPack> {
  const named = versions.filter(({ name }) => name !== null);
  const list = named.map(({ version, name }) => ({ version, name }));
  if (list.length > 0) yield textFile(`${path}.names.json`, [json(list)]);
}

async function* recordingsOf(userId: number): AsyncGenerator<FileToPack> {
  const nameOf = createFileNamer();
  for await (const { fileName, storageKey, createdAt, recordingGoneAt } of eachTranscription(userId)) {
    if (recordingGoneAt) continue;
    const name = nameOf(titleFromFileName(fileName), extensionOf(fileName));
    yield* storedFile(`recordings/${name}`, storageKey, createdAt);
  }
}

async function* storedFile(path: string, key: string, modifiedAt: Date): AsyncGenerator<FileToPack> {
  if ((await storage.size(key)) === null) return;
  yield { path, modifiedAt, isCompressed: true, open: () => storage.read(key) };
}

const textFile = (
  path: string,
  text: Iterable<string | Uint8Array> | AsyncIterable<string>,
  modifiedAt = new Date(),
): FileToPack => ({ path, modifiedAt, isCompressed: false, open: () => Readable.from(text) });

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function* jsonList(rows: AsyncIterable<object>) {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

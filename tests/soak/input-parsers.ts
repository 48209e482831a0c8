import { describeDevice } from '@/app/domain/account/device';
import { readPicture } from '@/app/domain/account/picture';
import { codeSchema, email, loginSchema, userName } from '@/app/domain/account/sign-in-forms';
import { adSchema, featureSchema } from '@/app/domain/admin/forms';
import { readWalletQuery } from '@/app/domain/billing/wallet/wallet-query';
import { applyDocumentChanges, toRichText } from '@/app/domain/document/document-change';
import {
  contentSchema,
  documentDraftSchema,
  MAX_CONTENT_BYTES,
  MAX_CONTENT_LENGTH,
} from '@/app/domain/document/forms';
import { readDocumentQuery } from '@/app/domain/document/list-query';
import { normaliseTitle } from '@/app/domain/document/normalise-title';
import { parsePlainForm, serializePlainForm } from '@/app/domain/document/plain-form';
import { renderHtml } from '@/app/domain/document/render-html';
import { topicsOf } from '@/app/domain/document/topics';
import { plainSchema } from '@/app/domain/form-fields';
import { formatCsv } from '@/app/domain/format/csv';
import { createFileNamer } from '@/app/domain/format/file-names';
import { graphemesOf } from '@/app/domain/format/graphemes';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import { glossarySchema } from '@/app/domain/library/glossary';
import { readListQuery } from '@/app/domain/library/list-query';
import { readSearchQuery } from '@/app/domain/library/search-query';
import { excerptAround, markHits, searchableWords } from '@/app/domain/library/searchable-words';
import { createSuggester } from '@/app/domain/library/suggest-terms';
import { tagForms } from '@/app/domain/library/tag-form';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import { questionSchema } from '@/app/domain/support/forms';
import { applyChanges } from '@/app/domain/transcript/apply-changes';
import { createUtterance } from '@/app/domain/transcript/create-utterance';
import {
  draftSchema,
  MAX_DRAFT_BYTES,
  MAX_SELECTED_WORDS,
  markSchema,
  renameSchema,
  titleSchema,
  utteranceTextSchema,
} from '@/app/domain/transcript/editor-forms';
import { retimeWords, splitWords } from '@/app/domain/transcript/retime-words';
import { MAX_SUMMARY_LENGTH, summaryCopySchema } from '@/app/domain/transcript/summary/forms';
import { summarize } from '@/app/domain/transcript/summary/summarize';
import { summaryLines } from '@/app/domain/transcript/summary/summary';
import { MAX_UTTERANCE_TEXT_LENGTH } from '@/app/domain/transcript/transcript-change';
import { uploadSchema } from '@/app/domain/transcription/recording';
import { cleanFileName, isSupportedFileName } from '@/app/domain/transcription/recording-file';
import { parseVideoId, videoTitle } from '@/app/domain/transcription/video-link';
import { beginUploadSchema } from '@/app/domain/upload/upload-form';
import { parseByteRange } from '@/app/http/bytes/byte-range';
import { attachment } from '@/app/http/bytes/bytes.server';
import { formBytesFor, onIntent, readForm, readJson } from '@/app/http/forms/form.server';
import { webhookAction } from '@/app/http/forms/webhook.server';
import { sessionCookie } from '@/app/http/headers/cookies.server';
import { languageOf } from '@/app/http/headers/language.server';
import { localPath } from '@/app/http/headers/local-path';
import { isMultipart, readUpload } from '@/app/http/upload/upload.server';
import { readAdForm } from '@/app/http/views/ad-form.server';
import { parseVerboseJson, wordsOfChunk } from '@/app/integrations/speech/openai/response';
import { sanitiseAdHtml } from '@/app/services/admin/ads/sanitise-ad-html.server';
import { sanitiseDocumentHtml } from '@/app/services/document/sanitise-document-html.server';

/** A parser of external input. Rejecting the input counts as parsing. */
export type InputParser = {
  /** Maximum input length in characters. */
  most: number;
} & (
  | { read(text: string): unknown }
  /** Builds the parser's input outside of the measured time. */
  | { prepare(text: string): () => unknown }
);

export const readingOf = (parser: InputParser, text: string): (() => unknown) =>
  'read' in parser ? () => parser.read(text) : parser.prepare(text);

/** Node rejects a request whose request line and headers are larger. */
const HEADER = 16_000;
const FORM = 64_000;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const BOUNDARY = 'b'.repeat(70);
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const posted = (body: string, type: string) =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers: { 'Content-Type': type } });

const argsOf = (request: Request) => ({ request, params: {}, context: {} }) as never;

const asked = (name: string, value: string) =>
  ({ headers: new Map([[name, value]]), url: 'http://127.0.0.1/' }) as unknown as Request;

const parameters = (text: string) => new URLSearchParams(text);

const part = (text: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${text}`;
const keepNothing = async () => null;

const wordsOf = (text: string) =>
  splitWords(text).map((word, index) => ({
    text: word,
    startMs: index,
    endMs: index + 1,
    confidence: 1,
  }));

/** One draft with as many small changes as allowed, the first of which contains the text. */
function replayedDraft(text: string): unknown {
  const name = text.slice(0, 80);
  const renames = Array.from({ length: Math.min(500, Math.ceil(text.length / 200)) }, (_, index) => ({
    id: `r${index}`,
    change: { kind: 'rename' as const, from: 'A', to: index % 2 ? 'A' : name },
  }));
  const block = { id: '1.0', ...createUtterance('A', wordsOf('um dois')) };
  const change = {
    kind: 'replace' as const,
    ids: ['1.0'],
    blocks: [{ id: 'x', speaker: 'A', text, marks: [{ from: 0, count: 1_000, struck: true as const }] }],
  };
  return applyChanges([block], [{ id: 'c', change }, ...renames]);
}

function replayedDocument(text: string): unknown {
  const blocks = text
    .split('\n')
    .map((line, index) => ({ id: `n${index}`, kind: 'paragraph' as const, runs: [{ text: line }] }));
  const before = { title: 'a', blocks: [{ id: '1.0', kind: 'paragraph' as const, runs: [] }] };
  const change = { kind: 'replace' as const, ids: ['1.0'], blocks };
  return toRichText(applyDocumentChanges(before, [{ change }]).blocks);
}

const schemas = {
  loginSchema,
  codeSchema,
  personName: userName,
  email: email('account.email-required'),
  questionSchema,
  glossarySchema,
  featureSchema,
  renameSchema,
  titleSchema,
  addTag: tagForms.add,
};

/** Puts the text into each text field of a form, so that Zod validates it everywhere. */
const inEveryField = (text: string) => ({
  submissionId: '00000000-0000-4000-8000-000000000000',
  version: 1,
  changes: 0,
  name: text,
  email: text,
  code: text,
  question: text,
  terms: text,
  emails: text,
  tag: text,
  title: text,
  old_speaker: text,
  new_speaker: text,
  transcription_name: text,
  summaryCopy: text,
  content: text,
});

/** All parsers of external input by name. */
export const PARSERS: Record<string, InputParser> = {
  'form: as it is': { most: FORM, read: (text) => readForm(posted(text, FORM_TYPE), loginSchema) },
  'form: a value': { most: FORM, read: (text) => readForm(posted(`email=${text}`, FORM_TYPE), loginSchema) },
  'form: a name': { most: FORM, read: (text) => readForm(posted(`${text}=1`, FORM_TYPE), loginSchema) },
  'form: words of a block': {
    most: 10 * MAX_SELECTED_WORDS,
    read: (text) => {
      const words = 'word=12&'.repeat(text.length / 10);
      const bounds = { maxBytes: formBytesFor(MAX_UTTERANCE_TEXT_LENGTH), maxFields: MAX_SELECTED_WORDS };
      const read = onIntent(
        keepNothing,
        { mark: [markSchema, keepNothing], text: [utteranceTextSchema, keepNothing] },
        bounds,
      );
      return read(argsOf(posted(`${words}intent=mark`, FORM_TYPE)));
    },
  },
  'form: a document': {
    most: MAX_CONTENT_LENGTH,
    read: (text) => {
      const read = onIntent(
        keepNothing,
        { save: [contentSchema, keepNothing] },
        { maxBytes: MAX_CONTENT_BYTES },
      );
      return read(argsOf(posted(`intent=save&content=${text}`, FORM_TYPE)));
    },
  },
  ...Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      `schema: ${name}`,
      {
        most: FORM,
        read: (text: string) =>
          schema.safeParse(name === 'personName' || name === 'email' ? text : inEveryField(text)),
      },
    ]),
  ),
  'schema: summary': {
    most: 9 * MAX_SUMMARY_LENGTH,
    read: (text) => summaryCopySchema.safeParse(inEveryField(text)),
  },
  'JSON: as it is': {
    most: 1_000_000,
    read: (text) => readJson(posted(text, 'application/json'), draftSchema, { maxBytes: MAX_DRAFT_BYTES }),
  },
  'JSON: a draft': {
    most: 500_000,
    read: (text) => draftSchema.safeParse(draftWith(text)),
  },
  'JSON: a draft of a document': {
    most: MAX_CONTENT_LENGTH,
    read: (text) => documentDraftSchema.safeParse(draftWith(text)),
  },
  'JSON: an upload that begins': {
    most: FORM,
    read: (text) => beginUploadSchema.safeParse({ fileName: text, sizeBytes: 1, fingerprint: text }),
  },
  'multipart: as it is': {
    most: 1_000_000,
    read: (text) => readUpload(posted(`--${BOUNDARY}\r\n${text}`, MULTIPART), uploadSchema, keepNothing),
  },
  'multipart: many fields': {
    most: 1_000_000,
    read: (text) => {
      const field = `${part('name="language"')}\r\n\r\npt\r\n`;
      const fields = field.repeat(text.length / field.length);
      return readUpload(posted(`${fields}--${BOUNDARY}--`, MULTIPART), uploadSchema, keepNothing);
    },
  },
  'multipart: a name of a field': {
    most: 100_000,
    read: (text) => {
      const body = `${part(`name="${text}"`)}\r\n\r\n1\r\n--${BOUNDARY}--`;
      return readAdForm(posted(body, MULTIPART), adSchema);
    },
  },
  'multipart: a type': { most: HEADER, read: (text) => isMultipart(asked('Content-Type', text)) },
  webhook: {
    most: 1_000_000,
    read: (text) => webhookAction('X', async () => undefined)(argsOf(posted(text, 'application/json'))),
  },
  'header: cookies': { most: HEADER, read: (text) => sessionCookie.parse(`session=${text}`) },
  'header: cookies of others': { most: HEADER, read: (text) => sessionCookie.parse(text) },
  'header: language': {
    most: HEADER,
    read: (text) => languageOf(asked('Cookie', `lang=${encodeURIComponent(text.toWellFormed())}`)),
  },
  'header: range': { most: HEADER, read: (text) => parseByteRange(text, 1_000) },
  // Longer values are truncated when a session starts.
  'header: browser': { most: 255, read: describeDevice },
  'address: where to go on': { most: HEADER, read: localPath },
  'address: list': { most: HEADER, read: (text) => readListQuery(parameters(text), new Date(0)) },
  'address: title in a list': {
    most: HEADER,
    read: (title) => readListQuery(new URLSearchParams({ title }), new Date(0)),
  },
  'address: search': { most: HEADER, read: (q) => readSearchQuery(new URLSearchParams({ q })) },
  'address: search in documents': {
    most: HEADER,
    read: (q) => readDocumentQuery(new URLSearchParams({ q })),
  },
  'address: wallet': { most: HEADER, read: (text) => readWalletQuery(parameters(text)) },
  'address: video': { most: FORM, read: parseVideoId },
  'search: words of a document': { most: MAX_CONTENT_LENGTH, read: (text) => userScopedTerms(1, text) },
  'search: a hit': {
    most: MAX_UTTERANCE_TEXT_LENGTH,
    read: (text) => {
      const words = searchableWords(text).slice(0, 60);
      return [markHits(text, words), excerptAround(text, words)];
    },
  },
  'plain form: preview': {
    most: MAX_CONTENT_LENGTH,
    read: (text) => {
      const read = parsePlainForm(text);
      return [renderHtml(read), topicsOf(read), serializePlainForm(read)];
    },
  },
  'HTML: a document': { most: MAX_CONTENT_LENGTH, read: (text) => sanitiseDocumentHtml(text) },
  'HTML: an advertisement': { most: 8_000, read: sanitiseAdHtml },
  'text: a title': {
    most: FORM,
    read: (text) => [normaliseTitle(text), truncateTitle(normaliseTitle(text))],
  },
  'text: characters': {
    most: MAX_UTTERANCE_TEXT_LENGTH,
    read: (text) => {
      let count = 0;
      for (const _ of graphemesOf(text)) count += 1;
      return count;
    },
  },
  'text: a file': {
    most: HEADER,
    read: (text) => [
      cleanFileName(text),
      isSupportedFileName(text),
      attachment(text),
      createFileNamer()(text, '.txt'),
    ],
  },
  'text: a row of a table': { most: FORM, read: (text) => formatCsv([[text, text]], 'pt') },
  'text: glossary over a block': {
    most: MAX_UTTERANCE_TEXT_LENGTH,
    read: createSuggester(['Celeste', 'São Paulo', 'a b']),
  },
  'text: a summary': {
    most: 200_000,
    prepare(text) {
      const words = wordsOf(text);
      const utterances = words.length > 0 ? [createUtterance('A', words)] : [];
      return () => [summarize(utterances, 'pt'), summaryLines(text, [])];
    },
  },
  'draft: a block and new names': { most: MAX_UTTERANCE_TEXT_LENGTH, read: replayedDraft },
  'draft: words typed again': {
    most: MAX_UTTERANCE_TEXT_LENGTH,
    read: (text) => {
      const span = { startMs: 0, endMs: text.length };
      return retimeWords([], splitWords(text), span);
    },
  },
  'draft: a document': { most: MAX_CONTENT_LENGTH, read: replayedDocument },
  'answer: a title of a video': { most: FORM, read: videoTitle },
  'answer: a chunk that was heard': {
    most: 100_000,
    read: (text) => {
      const words = splitWords(text).map((word, index) => ({ word, start: index, end: index + 1 }));
      const answer = parseVerboseJson({ text, words, segments: [] });
      return answer && wordsOfChunk(answer, { startMs: 0, endMs: 60_000 });
    },
  },
  'bytes: a picture': {
    most: 2_000_000,
    read: (text) =>
      readPicture(new TextEncoder().encode(text).fill(0xff, 2).fill(0xd8, 1, 2).fill(0xff, 0, 1)),
  },
  'form: nothing but its identity': { most: FORM, read: (text) => plainSchema.safeParse(inEveryField(text)) },
};

/** Invalid changes and a valid one. */
function draftWith(text: string): unknown {
  const block = { id: 'x', speaker: text, text, kind: 'paragraph', runs: [{ text, link: text }] };
  const replace = { kind: 'replace', ids: [...text.slice(0, 20_000)], blocks: [block] };
  const changes = [replace, { kind: 'rename', from: 'a', to: text }, { kind: 'title', title: text }];
  return { version: 1, lastChangeId: null, changes: changes.map((change, at) => ({ id: `c${at}`, change })) };
}

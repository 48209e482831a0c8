import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { modules, parse, projectDir, read, walk } from './source';

const decisions = readdirSync(path.join(projectDir, 'docs/decisions')).map(
  (file) => `docs/decisions/${file}`,
);
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'docs/glossary.md', 'docs/architecture.md', 'docs/testing.md'],
  ...['docs/how-to.md', 'docs/operating.md', 'docs/security.md', ...decisions],
];

const PACKS = 'app/integrations/speech/local/packs';

interface Reference {
  file: string;
  symbol: string | undefined;
}

/** A path of the project in backticks, with a symbol after `#` or without. */
const REFERENCE = /`((?:app|models|jobs|bin|tests|docs|locales|public)\/[\w./-]+)(?:#(\w+))?`/g;

const referencesIn = (text: string): Reference[] =>
  [...text.matchAll(REFERENCE)].map(([, file, symbol]) => ({ file: file!, symbol }));

function declares(file: string, symbol: string): boolean {
  let isFound = false;
  walk(parse(file), (node) => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isExportSpecifier(node) || isDeclaration(node);
    isFound ||= isNamed && node.name?.getText() === symbol;
  });
  return isFound;
}

const isDeclaration = (node: ts.Node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

const isBroken = ({ file, symbol }: Reference) =>
  !existsSync(path.join(projectDir, file)) || (symbol !== undefined && !declares(file, symbol));

describe('the documentation', () => {
  it.each(PAGES)('names only existing files and symbols in %s', (page) => {
    expect(referencesIn(read(page)).filter(isBroken)).toEqual([]);
  });

  it.each([
    ['`app/domain/errors.ts#AppError`', 0],
    ['`app/domain/errors.ts#NoSuchError`', 1],
    ['`app/domain/no-such-file.ts`', 1],
  ])('detects whether %s exists', (text, broken) => {
    expect(referencesIn(text).filter(isBroken)).toHaveLength(broken);
  });
});

/** The entries of the glossary: `- **term**, **term**: meaning. paths`. */
const entries = read('docs/glossary.md')
  .split(/\n(?=- \*\*|\n)/)
  .filter((entry) => entry.startsWith('- **'))
  .map((entry) => ({
    terms: [...entry.split(':')[0]!.matchAll(/\*\*(.+?)\*\*/g)].map(([, term]) => term!),
    files: referencesIn(entry).map(({ file }) => file),
  }));

/** Matches a term across line breaks of comments, in compound names, and with a suffix. */
const patternOf = (term: string) => new RegExp(term.replace(/[\s-]/g, '[\\s*/._-]*'), 'i');

describe('the glossary', () => {
  it('names each term where it lives', () => {
    expect(entries.length).toBeGreaterThan(80);
    const absent = entries.flatMap(({ terms, files }) =>
      terms.filter((term) => !files.some((file) => patternOf(term).test(file + read(file)))),
    );
    expect(absent).toEqual([]);
  });
});

/** Names of an earlier vocabulary, by the term in use now. */
const RETIRED: Record<string, string[]> = {
  action: ['deed', 'deeds', 'ConfirmedDeed', 'OwnDeed', 'onDeedCode', 'mailDeedCode'],
  'append to the draft': ['keepChanges', 'keepDocumentChanges', 'changeAtOnce'],
  'AppError, reject': ['turnAway', 'refuseOutsize', 'refusalOf'],
  banner: ['ModelNotice', 'modelNoticeFor', 'SpeakersNotice'],
  'byte range, chunk': ['receivePiece', 'PlacedPiece', 'PIECE_BYTES', 'sendInPieces', 'keepPiece'],
  confidence: ['doubtOf', 'isDoubtful', 'DoubtfulWord', 'DOUBTFUL'],
  'consumption rule': ['settleRule', 'applySubject'],
  'dead letter': ['buryJob', 'DeadJob', 'DeadJobs', 'listDeadJobs', 'findDeadWork'],
  'delete at the engine': ['forgetElsewhere', 'forgetRecording'],
  draft: ['WorkingText', 'WorkingDocument', 'WorkingTranscript', 'readWorkingText', 'saveWorkingText'],
  'finish estimate': ['guessOverAt', 'quicken', 'isNothingYet'],
  'idempotency key': ['forgetSubmission', 'submissionKey', 'passOnce', 'onceByAdmin'],
  'identity provider': ['companies', 'CompanyPerson', 'CompanyProtocol', 'startCompany', 'offeredProviders'],
  impersonation: ['beginActing', 'endActing', 'ActingBar', 'ActingForm', 'actingAdmin'],
  job: ['errands', 'takeLeftovers', 'putBackLater', 'putBackAfterOutage'],
  lease: ['whileAlone', 'untilAlone', 'LONGEST_HOLD_MS'],
  'mail message': ['Letter', 'letterTo', 'LetterFormats', 'Addressee'],
  'maximum, minimum': ['MOST_ROWS', 'LONGEST_MS', 'SHORTEST_MS', 'LEAST_WORDS', 'MOST_RETRIES'],
  'OAuth state': ['journey', 'journeys', 'rememberedPage'],
  recognizer: ['hearCarefully', 'HeardWord', 'HeardSegment', 'heardChunk', 'LocalEars', 'SecondHearings'],
  redirect: ['leaveFor', 'comeBack', 'handOver', 'passOn'],
  segment: ['findStretches', 'STRETCH_MS', 'cutStretch', 'stretchOf'],
  'signed URL': ['signAddress', 'readSignedAddress', 'fullAddress'],
  'speaker turn': ['HeardTurn', 'TOLD_APART', 'giveUpSpeakers', 'settleSpeakers'],
  'three-way merge': ['carryOver', 'rebaseDocument', 'preferMine', 'preferOwn', 'takeIn', 'OneSided'],
  'user-scoped terms': ['ownedWords', 'ownedWord'],
  view: ['UtteranceView', 'SharedPage', 'HitView', 'AuditView'],
  warning: ['findings', 'AudioFindings', 'findingsOf', 'readFindings', 'ConcernKind', 'warnOfUsage'],
  webhook: ['receiveNotice', 'readNotice', 'NoticeRefused', 'SignedNotice', 'noticeAddress'],
};

/** Keys of the locales, which keep their words. */
const EXEMPT = ["'entrevista.findings'"];

const FOLDERS = ['app', 'models', 'jobs', 'bin', 'tests', 'docs'];
const TEXT = /\.(m?[jt]sx?|md)$/;

function textFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => TEXT.test(file) && statSync(path.join(projectDir, file)).isFile())
      .filter((file) => file !== 'tests/unit/house/glossary.test.ts'),
  );
}

const retired = new RegExp(`\\b(?:${Object.values(RETIRED).flat().join('|')})\\b`, 'g');

const retiredIn = (text: string): string[] => {
  const judged = EXEMPT.reduce((rest, key) => rest.replaceAll(key, ''), text);
  return [...new Set(judged.match(retired))];
};

describe('retired words', () => {
  it('stay out of code, comments, file names and documentation', () => {
    const files = textFiles();
    expect(files.length).toBeGreaterThan(modules().length);
    const found = files.flatMap((file) =>
      retiredIn(`${file}\n${read(file)}`).map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('are detected', () => {
    expect(retiredIn('const journey = leaveFor(page); // a deed')).toEqual(['journey', 'leaveFor', 'deed']);
  });
});

describe('English spelling', () => {
  const OTHER_SPELLING =
    /\b\w*(?:author|diar|initial|maxim|minim|normal|optim|organ|recogn|sanit|serial|summar|synchron)is(?:e[drs]?|ing|ation)\b/gi;
  const packs = readdirSync(path.join(projectDir, PACKS)).map((pack) => `${PACKS}/${pack}/pack.json`);
  const texts = readdirSync(path.join(projectDir, 'locales/en')).map((file) => `locales/en/${file}`);

  it('is one in what users and operators read', () => {
    const found = [...PAGES, ...packs, ...texts, '.env.example', 'CHANGELOG.md'].flatMap((file) =>
      (read(file).match(OTHER_SPELLING) ?? []).map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});

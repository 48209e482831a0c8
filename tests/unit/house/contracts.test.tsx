import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { CodeForm } from '@/app/components/account/CodeForm';
import { PasskeyLogin } from '@/app/components/account/PasskeyLogin';
import { CreditsCard } from '@/app/components/billing/CreditsCard';
import { CalendarPage } from '@/app/components/calendar/CalendarPage';
import { DocumentPage, type DocumentPageProps } from '@/app/components/document/DocumentPage';
import { DocumentTools } from '@/app/components/document/tools/DocumentTools';
import { SearchPage } from '@/app/components/library/SearchPage';
import { TranscriptionList } from '@/app/components/library/TranscriptionList';
import { MeetingForm } from '@/app/components/meeting/MeetingForm';
import { OnboardingForm } from '@/app/components/onboarding/OnboardingPage';
import { SharedTranscriptPage } from '@/app/components/sharing/SharedTranscriptPage';
import { SharePage } from '@/app/components/sharing/SharePage';
import { PublicShell } from '@/app/components/shell/PublicShell';
import { SupportForm } from '@/app/components/support/SupportPage';
import { ConfidenceCard } from '@/app/components/transcript/ConfidenceCard';
import { CaptionPreviewPage } from '@/app/components/transcript/captions/CaptionPreviewPage';
import { DegravacaoPage } from '@/app/components/transcript/degravacao/DegravacaoPage';
import { EditingBar } from '@/app/components/transcript/editor/EditingBar';
import { TranscriptTools } from '@/app/components/transcript/editor/tools/TranscriptTools';
import { PeoplePage } from '@/app/components/transcript/people/PeoplePage';
import { TranscriptPage } from '@/app/components/transcript/TranscriptPage';
import { Toast } from '@/app/components/ui/Alert';
import { Announcement } from '@/app/components/ui/Announcement';
import { Recorder } from '@/app/components/upload/Recorder';
import { UnfinishedUploads } from '@/app/components/upload/UnfinishedUploads';
import { UploadCard } from '@/app/components/upload/UploadCard';
import { UploadForm } from '@/app/components/upload/UploadForm';
import { EMPTY_RECORD } from '@/app/domain/transcript/degravacao/record';
import { listPeople } from '@/app/domain/transcript/people';
import { DEFAULT_PLAYER_SETTINGS } from '@/app/domain/transcript/player-settings';
import { ISLAND_NAMES } from '@/app/islands/ui/island-names.contract';
import { attributeOf, type Contract, type Part } from '@/app/islands/ui/part.contract';
import { render } from '@/tests/support/render';
import { projectDir } from './source';

type Document = ReturnType<typeof parseDocument>;
type ChildNode = Document['children'][number];
type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;

const limits = { maxFileBytes: 1024 ** 3, maxFileMs: 3_600_000, isTrial: true };
const recording = { base: '/recording', language: 'pt', playback: null, startAtMs: null };
const utterances = [{ speaker: 'A', startMs: 610, text: 'Bom dia.' }];
const at = new Date('2026-11-20T22:30:00Z');

const transcriptPage = (
  <TranscriptPage
    {...recording}
    publicId="id"
    title="Reunião"
    updatedAt={at}
    durationMs={1000}
    confidenceScore={93}
    version={1}
    changes={0}
    changeCount={0}
    isDemoModel={false}
    hasRecording
    hadRecording
    importedFrom={null}
    repairs={[]}
    hasGlossary={false}
    summary="none"
    concerns={[]}
    speakers="underway"
    workVersion="w"
    people={[{ speaker: 'A', hue: 0, percent: 100 }]}
    peopleCount={1}
    utterances={utterances}
    sought={{ q: 'bom', words: ['bom'], hits: [0, 0], current: 1 }}
    editing={<EditingBar publicId="id" version={1} title="Reunião" changeCount={0} isEditing />}
  />
);

const documentProps: DocumentPageProps = {
  publicId: 'id',
  title: 'Ata',
  version: 1,
  changeCount: 0,
  savedAt: at,
  content: '',
  html: '',
  topics: [],
  needsWarning: false,
  transcription: { publicId: 'id', title: 'Reunião' },
  transcript: {
    ...recording,
    publicId: 'id',
    title: 'Reunião',
    version: 1,
    changeCount: 0,
    hasRecording: true,

    utterances,
  },
  sources: [],
  preview: null,
};

const sharePage = (
  <SharePage
    publicId="id"
    title="Reunião"
    shares={[]}
    unsaved={{ version: 1, changeCount: 0 }}
    newLink="link"
  />
);

const searchPage = (
  <SearchPage
    {...{
      asked: 'bom',
      error: null,
      hitCount: 1,
      recordingCount: 1,
      isMore: false,
      isWithin: false,
      dropped: [],
    }}
    titles={[]}
    hasMoreTitles={false}
    pager={{ first: null, previous: null, next: null, last: null }}
    recordings={[
      {
        ...{ publicId: 'id', title: 'Reunião', createdAt: at, durationMs: 1000, audio: '/audio' },
        ...{ hitCount: 1, isMore: false },
        hits: [{ number: 1, speaker: 'A', startMs: 610, parts: [] }],
      },
    ]}
  />
);

const calendarPage = (
  <CalendarPage
    query={{ view: 'week', date: '2026-11-26', show: [] }}
    today="2026-11-26"
    agenda={{ name: 'ana@example.com', days: [], events: [], isPartial: false }}
  />
);

/** A view that has all parts of a contract, by the contract's name. */
const VIEWS: Record<string, ReactNode> = {
  PASSKEY: <PasskeyLogin search="" />,
  ...Object.fromEntries(
    ['CALENDAR_PAGE', 'CALENDAR_GRID', 'SHOW_BUTTONS'].map((name) => [name, calendarPage]),
  ),
  COUNTDOWN: <CodeForm resendInSeconds={30} email="ana@exemplo.com" otherEmailHref="/login" />,
  TOAST: <Toast kind="info" text="Dados salvos." />,
  TOTAL_FORM: <CreditsCard hours={1} methods={[]} />,
  DOCUMENT_PAGE: <DocumentPage {...documentProps} />,
  WARNING_FORM: <DocumentPage {...documentProps} needsWarning />,
  DRAFT_PAGE: transcriptPage,
  REFRESHED_LIST: <TranscriptionList rows={[]} statusVersion="1" search="" />,
  ANSWER_FORM: <OnboardingForm action="/onboarding" question="company" number={1} total={2} />,
  CHAT: <SupportForm knownEmail={null} />,
  TRANSCRIPT_PAGE: transcriptPage,
  UNDERWAY: transcriptPage,
  SHARED_PAGE: (
    <SharedTranscriptPage
      {...recording}
      title="Reunião"
      durationMs={1000}
      savedAt={at}
      expiresAt={at}
      hasAudio
      utterances={utterances}
    />
  ),
  PEOPLE_PAGE: (
    <PeoplePage
      publicId="id"
      version={1}
      people={listPeople([{ speaker: 'A', startMs: 0, endMs: 9000 }])}
      speakers={['A']}
      doubts={[]}
      offers={[]}
      knownNames={[]}
      hasRecording
      confidenceScore={93}
      isDemoModel={false}
    />
  ),
  DEGRAVACAO_PAGE: (
    <DegravacaoPage
      publicId="id"
      title="Audiência"
      version={0}
      record={EMPTY_RECORD}
      keptProfile="lawyer"
      people={[]}
      sheets={[]}
      unsaved={{ version: 1, changeCount: 0 }}
      failed={null}
      started={null}
      taken="save"
    />
  ),
  CAPTION_PREVIEW: (
    <CaptionPreviewPage
      publicId="id"
      title="Reunião"
      language="pt"
      hasRecording
      hasPicture={false}
      playback={null}
      durationMs={1000}
      hasNames
      stretch={{ startMs: 0, endMs: 1000 }}
      steps={{ first: null, previous: null, next: null, last: null }}
      captions={[
        { startMs: 0, endMs: 1000, lines: ['Bom dia.'], hue: 0, faults: [], charactersPerSecond: 8 },
      ]}
      typed={{ from: null, to: null }}
      errors={{}}
    />
  ),
  CONFIDENCE_CARD: <ConfidenceCard score={93} />,
  EDITING_BAR: transcriptPage,
  SEARCH: searchPage,
  SEARCH_PLAYER: searchPage,
  SEARCH_HITS: transcriptPage,
  TEXT: transcriptPage,
  UTTERANCE: transcriptPage,
  ANNOUNCEMENT: (
    <Announcement id="news" title="Novo">
      <form />
    </Announcement>
  ),
  MODAL: (
    <Announcement id="question" title="Termos" island="modal">
      <p />
    </Announcement>
  ),
  OFFLINE_FORM: (
    <MeetingForm
      availability={{ obstacle: null, hasMinutes: true, isAdmin: false }}
      today="2026-11-26"
      assistant={{ botName: 'Escriba', maxWaitSeconds: 600 }}
    />
  ),
  COPY_BUTTON: sharePage,
  DIALOG_PAGE: sharePage,
  LOADING_BAR: <PublicShell>{null}</PublicShell>,
  UPLOAD_FORM: <UploadForm limits={limits} />,
  ...Object.fromEntries(
    ['CARD_BUTTONS', 'UPLOAD_CARD', 'FILE_ROW'].map((name) => [
      name,
      <UploadCard key={name} limits={limits} balanceMs={1} hasStored renewsAt={null} />,
    ]),
  ),
  RECORDER: <Recorder hasLiveText />,
  RECORDER_BUTTONS: <Recorder hasLiveText />,
  UNFINISHED_UPLOAD: (
    <UnfinishedUploads
      maxFileHours={10}
      uploads={[{ publicId: 'id', fileName: 'a.mp3', sizeBytes: 2, receivedBytes: 1, rejection: null }]}
    />
  ),
  ...Object.fromEntries(
    ['DOCUMENT_TOOLS', 'ACTION_BUTTONS', 'FORMAT_BAR', 'LINK_DIALOG'].map((name) => [
      name,
      <DocumentTools key={name} />,
    ]),
  ),
};

/** All contracts of the islands by name; those without a view of their own are in the transcript's tools. */
const modules = import.meta.glob<Record<string, unknown>>('/app/islands/**/*.contract.ts', { eager: true });
const contracts = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Contract] => isContract(entry[1]));

function isContract(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'object' && 'selector' in each)
  );
}

const [COMPOUND, ATTRIBUTE] = [/^([a-z0-9]*)(.*)$/, /(:not\()?\[([a-z-]+)(?:([~^]?=)"([^"]*)")?\]/g];

/** Whether an element matches a selector of the kinds that contracts have. */
function matches(element: Element, selector: string): boolean {
  const [, tag = '', rest = ''] = COMPOUND.exec(selector) ?? [];
  if (tag && element.name !== tag) return false;
  return [...rest.matchAll(ATTRIBUTE)].every(([, not, name = '', operator, wanted = '']) => {
    const value = element.attribs[name];
    const isThere =
      value !== undefined &&
      (!operator ||
        (operator === '=' && value === wanted) ||
        (operator === '^=' && value.startsWith(wanted)) ||
        (operator === '~=' && value.split(' ').includes(wanted)));
    return isThere !== Boolean(not);
  });
}

function findPart(root: ChildNode | Document, { selector }: Part): Element | null {
  return selector.split(' ').reduce<ChildNode | Document | null>((scope, step) => {
    const children = scope && 'children' in scope ? scope.children : [];
    return DomUtils.findOne((element) => matches(element, step), children);
  }, root) as Element | null;
}

const lacks = (element: Element, { texts }: Part) =>
  texts.filter((text) => !element.attribs[attributeOf(text)]);

describe('the contracts between markup and islands', () => {
  it.each(contracts)('%s: the markup has every part with its texts', async (name, contract) => {
    const page = parseDocument(
      await render(VIEWS[name] ?? <TranscriptTools settings={DEFAULT_PLAYER_SETTINGS} />),
    );
    const { root, ...parts } = contract;
    const place = root ? findPart(page, root) : page;
    expect(place, root?.selector).not.toBeNull();
    expect(root && lacks(place as Element, root)).toEqual(root && []);
    for (const part of Object.values(parts)) {
      const element = findPart(place as Element, part);
      expect(element, part.selector).not.toBeNull();
      expect(lacks(element as Element, part), part.selector).toEqual([]);
    }
  });

  it('name every island that there is', () => {
    const files = readdirSync(path.join(projectDir, 'app/islands'), { recursive: true }).map(String);
    const islands = files.flatMap((file) => /([^/]+)\.island\.ts$/.exec(file)?.[1] ?? []);
    expect([...ISLAND_NAMES].sort()).toEqual(islands.sort());
  });
});

import { withRegion } from '@/app/domain/format/language';
import type { DegravacaoBlock, DegravacaoDocument } from '@/app/domain/transcript/degravacao/document';
import { hideNames, pseudonymsOf } from '@/app/domain/transcript/degravacao/pseudonyms';
import {
  type DegravacaoRecord,
  type Participant,
  participantsOf,
} from '@/app/domain/transcript/degravacao/record';
import { toPrintableText } from '@/app/domain/transcript/export/printable-transcript';
import { listPeople } from '@/app/domain/transcript/people';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import type { TranscriptView } from '../read-transcript.server';
import { composeClosing } from './compose-closing.server';
import { composeFacts } from './compose-facts.server';
import { composeSpeech } from './compose-speech.server';

export interface ComposedFrom {
  record: DegravacaoRecord;
  transcript: TranscriptView;
  /** Of the recording, as it was uploaded. */
  fileName: string;
  /** SHA-256 of the recording in hex, or what stands in its place. */
  digest: string;
  /** What the file says at its end of changes that it lacks. */
  foot: string | null;
  language: InterfaceLanguage;
}

/** Somebody as the document names them, by name or by a code; the role is printable. */
export interface NamedParticipant extends Participant {
  label: string;
}

export interface DegravacaoParts extends ComposedFrom {
  participants: NamedParticipant[];
  /** What the document prints of a text: in research without names. */
  print(text: string): string;
}

/** The degravação of a profile, in reading order; the same for every format. */
export function composeDegravacao(from: ComposedFrom): DegravacaoDocument {
  const { record, transcript, foot, language } = from;
  const t = translator(language, 'transcript');
  const parts = partsOf(from);
  const title = t(`degravacao.file.title.${record.profile}`);
  const blocks: DegravacaoBlock[] = [
    { kind: 'title', text: title },
    ...composeFacts(parts),
    ...composeSpeech(parts),
    ...(record.profile === 'lawyer' ? composeClosing(parts) : []),
    ...(foot === null ? [] : [{ kind: 'paragraph', text: foot } as const]),
  ];
  return {
    title: `${title} - ${parts.print(transcript.title)}`,
    language: withRegion(language),
    speechLanguage: withRegion(transcript.language),
    savedAt: transcript.updatedAt,
    blocks,
    words: { page: t('export.page'), of: t('export.page.of') },
  };
}

function partsOf(from: ComposedFrom): DegravacaoParts {
  const { record, transcript, language } = from;
  const t = translator(language, 'transcript');
  const speakers = listPeople(transcript.utterances).map(({ speaker }) => speaker);
  const participants = participantsOf(record, speakers);
  const hide = record.profile === 'researcher' ? hideNames(pseudonymsOf(participants)) : asItIs;
  const print = (text: string) => hide(toPrintableText(text));
  const nameOf = ({ speaker, name }: Participant) =>
    name || (isAnonymous(speaker) ? t('speaker', { label: speaker }) : speaker);
  const named = pseudonymsOf(participants).map(({ code, participant }) => ({
    ...participant,
    role: print(participant.role),
    label: record.profile === 'researcher' ? code : print(nameOf(participant)),
  }));
  return { ...from, participants: named, print };
}

const asItIs = (text: string) => text;

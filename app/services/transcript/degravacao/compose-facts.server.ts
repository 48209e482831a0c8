import { isDay } from '@/app/domain/format/day';
import { formatDay, formatFormalDateTime } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { DegravacaoBlock } from '@/app/domain/transcript/degravacao/document';
import { translator } from '@/app/i18n/texts.server';
import type { DegravacaoParts } from './compose-degravacao.server';

/** What identifies the act and the recording, and who takes part. */
export function composeFacts(parts: DegravacaoParts): DegravacaoBlock[] {
  const { record, participants, language } = parts;
  const t = translator(language, 'transcript');
  const fact = (label: string, value: string): DegravacaoBlock[] =>
    value === '' ? [] : [{ kind: 'fact', label, value }];
  const heading = (text: string): DegravacaoBlock => ({ kind: 'heading', text, startsPage: false });
  const isJudicial = record.profile === 'lawyer';
  const { print } = parts;
  return [
    heading(t('degravacao.file.identification')),
    ...(isJudicial ? fact(t('degravacao.file.case'), print(record.caseNumber)) : []),
    ...(isJudicial ? fact(t('degravacao.file.court'), print(record.court)) : []),
    ...fact(t('degravacao.file.act'), print(record.actKind)),
    ...fact(t('degravacao.file.hearing'), dayIn(parts, record.hearingDate)),
    ...recordingFacts(parts),
    ...fact(t('degravacao.file.responsible'), print(signatoryOf(parts))),
    heading(t('people.title')),
    ...participants.flatMap(({ label, role }) =>
      fact(label, role === '' ? t('degravacao.file.noRole') : role),
    ),
  ];
}

/** The date of the recording stands apart from that of the upload, since only people know it. */
function recordingFacts(parts: DegravacaoParts): DegravacaoBlock[] {
  const { record, transcript, fileName, digest, language, print } = parts;
  const t = translator(language, 'transcript');
  // Quotes and captions are not kept as evidence.
  const isArchived = record.profile === 'lawyer' || record.profile === 'researcher';
  const at = (date: Date) => formatFormalDateTime(date.toISOString(), language);
  const rows: [string, string][] = [
    [
      t('degravacao.file.recorded'),
      record.recordingDate === '' ? t('degravacao.file.unknown') : dayIn(parts, record.recordingDate),
    ],
    [t('degravacao.file.uploaded'), at(transcript.createdAt)],
    [t('export.fact.duration'), formatPosition(transcript.durationMs)],
    [t('degravacao.file.name'), print(fileName)],
    ...(isArchived ? [[t('export.fact.digest'), digest] as [string, string]] : []),
    [
      t('degravacao.file.text'),
      t('degravacao.file.version', { version: transcript.version, date: at(transcript.updatedAt) }),
    ],
  ];
  return rows.map(([label, value]) => ({ kind: 'fact', label, value }));
}

/** The responsible person with the registration; empty without either. */
export const signatoryOf = ({ record }: Pick<DegravacaoParts, 'record'>): string =>
  [record.responsible, record.registration].filter((text) => text !== '').join(', ');

/** While it is typed, a date may be no date yet. */
const dayIn = ({ language }: DegravacaoParts, day: string) => (isDay(day) ? formatDay(day, language) : day);

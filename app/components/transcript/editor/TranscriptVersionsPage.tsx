import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { SpeakerRename, VersionPiece, VersionRow } from '@/app/domain/transcript/compare-versions';
import type { ChangesPage, Numbered } from '@/app/domain/transcript/number-changes';
import { SpeakerName, useSpeakerName } from '../SpeakerName';
import { type ShownUtterance, UtteranceText } from '../UtteranceText';
import { Changed, ChangeMarker, Comparison, FoldedRows, Remark } from './Comparison';
import styles from './TranscriptVersionsPage.module.css';
import { VersionReading, VersionsPage, type VersionsPageProps } from './VersionsPage';

interface TranscriptComparison extends ChangesPage<VersionRow> {
  from: number;
  to: number;
  renames: SpeakerRename[];
}

interface TranscriptVersionsPageProps extends Pick<VersionsPageProps, 'name' | 'versions' | 'unsavedCount'> {
  publicId: string;
  comparison: SerializeFrom<TranscriptComparison> | null;
  reading: { version: number; utterances: ShownUtterance[] } | null;
}

export function TranscriptVersionsPage(props: TranscriptVersionsPageProps) {
  const { publicId, comparison, reading, ...page } = props;
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${publicId}`;
  const labels = { base, first: t('versions.machine') };
  const read = page.versions.find(({ version }) => version === reading?.version);
  return (
    <VersionsPage {...page} {...labels} back={t('versions.back')} sides={comparison}>
      {comparison && <RunningTranscript base={base} comparison={comparison} />}
      {reading && read && (
        <VersionReading
          {...labels}
          view={read}
          newest={page.versions[0]!.version}
          unsavedCount={page.unsavedCount}
        >
          <div className={styles.text}>
            {reading.utterances.map((utterance) => (
              <div key={utterance.startMs} className={styles.row}>
                <strong>
                  <SpeakerName speaker={utterance.speaker} />
                </strong>
                <span className={styles.time}>{formatPosition(utterance.startMs)}</span>
                <p>
                  <UtteranceText {...utterance} />
                </p>
              </div>
            ))}
          </div>
        </VersionReading>
      )}
    </VersionsPage>
  );
}

interface RunningTranscriptProps {
  base: string;
  comparison: SerializeFrom<TranscriptComparison>;
}

function RunningTranscript({ base, comparison }: RunningTranscriptProps) {
  const { renames, parts, ...sides } = comparison;
  const { t } = useTranslation('transcript');
  const remarks = renames.length > 0 && <Renames renames={renames} />;
  const rowsOf = (rows: SerializeFrom<Numbered<VersionRow>>[]) =>
    rows.map((row) => <Row key={row.index} base={base} numbered={row} />);
  return (
    <Comparison {...sides} base={base} remarks={remarks}>
      <div className={styles.text}>
        {parts.map(({ isFolded, rows }) =>
          isFolded ? (
            <FoldedRows key={rows[0]!.index} label={t('versions.folded', { count: rows.length })}>
              <div className={styles.text}>{rowsOf(rows)}</div>
            </FoldedRows>
          ) : (
            rowsOf(rows)
          ),
        )}
      </div>
    </Comparison>
  );
}

function Renames({ renames }: { renames: SpeakerRename[] }) {
  const { t } = useTranslation('transcript');
  const nameOf = useSpeakerName();
  return (
    <ul className={styles.renames}>
      {renames.map(({ from, to, count }) => (
        <li key={from}>{t('versions.renamed', { from: nameOf(from), to: nameOf(to), count })}</li>
      ))}
    </ul>
  );
}

function Row({ base, numbered }: { base: string; numbered: SerializeFrom<Numbered<VersionRow>> }) {
  const { t } = useTranslation('transcript');
  const { row, lead, numbers } = numbered;
  const { startMs, speaker, formerSpeaker, isSplit, isWhole, pieces } = row;
  return (
    <div className={styles.row}>
      <strong>
        <ChangeMarker number={lead} />
        {formerSpeaker !== null && <ChangedSpeaker kind="removed" speaker={formerSpeaker} />}
        {formerSpeaker !== null && speaker !== null && ' '}
        {speaker !== null && (
          <ChangedSpeaker kind={formerSpeaker !== null || isWhole ? 'inserted' : 'same'} speaker={speaker} />
        )}
      </strong>
      <a className={styles.time} href={`${base}?t=${startMs / 1000}`}>
        {formatPosition(startMs)}
      </a>
      <p>
        {isSplit && <Remark>{t('versions.split')}</Remark>}
        {numbers.map(({ at, number }) => (
          <span key={at}>
            {(at > 0 || isSplit) && ' '}
            <ChangeMarker number={number} />
            <Piece piece={pieces[at]!} />
          </span>
        ))}
      </p>
    </div>
  );
}

function Piece({ piece }: { piece: SerializeFrom<VersionPiece> }) {
  const { t } = useTranslation('transcript');
  if (piece.kind === 'joined') {
    return (
      <>
        <Remark>{t('versions.joined')}</Remark>
        {piece.formerSpeaker !== null && ' '}
        {piece.formerSpeaker !== null && <ChangedSpeaker kind="removed" speaker={piece.formerSpeaker} />}
      </>
    );
  }
  return (
    <Changed kind={piece.kind} restyled={t('versions.restyled')}>
      <UtteranceText text={piece.text} marks={piece.marks} />
    </Changed>
  );
}

function ChangedSpeaker({ kind, speaker }: { kind: 'same' | 'inserted' | 'removed'; speaker: string }) {
  return (
    <Changed kind={kind} restyled="">
      <SpeakerName speaker={speaker} />
    </Changed>
  );
}

import type { ReactElement } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { formatDuration, formatPosition } from '@/app/domain/format/format-duration';
import { isWholeRecording, maySendAgain } from '@/app/domain/meeting/end-reason';
import { meetingUrl } from '@/app/domain/meeting/meeting-url';
import { isChangeable, isOver } from '@/app/domain/meeting/status';
import { wayOut } from '@/app/domain/meeting/way-out';
import { REFRESHED_LIST } from '@/app/islands/library/refresh-list.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Alert } from '../ui/Alert';
import { Button, type ButtonKind, ButtonLink } from '../ui/Button';
import { DateTime } from '../ui/DateTime';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink, Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { useSells } from '../ui/sales';
import styles from './Meeting.module.css';
import { MeetingBadge, type MeetingRowView } from './MeetingBadge';
import { type Availability, Unavailable } from './MeetingFields';
import own from './MeetingPage.module.css';
import { useWaitText } from './wait';

export interface MeetingView extends MeetingRowView {
  room: string;
  /** Of what is spoken there. */
  language: string;
  leavesAt: Date | null;
  endedAt: Date | null;
  people: string[];
  isExtendable: boolean;
  /** Until when the assistant can stay, however often it is extended; null before it is let in. */
  staysUntil: Date | null;
  /** What is left of the maximum wait; null outside of the waiting room. */
  waitSecondsLeft: number | null;
  transcription: { publicId: string; status: string } | null;
}

interface MeetingPageProps {
  meeting: MeetingView;
  /** The name that the assistant has in this meeting. */
  botName: string;
  /** The maximum wait. */
  waitSeconds: number;
  statusVersion: string;
  availability: Availability;
  /** Of its owner. */
  /** Null where any number of minutes may be used. */
  balanceMs: number | null;
  /** What was heard so far; null before, and where there is no live text. */
  text: LiveText | null;
}

interface LiveText {
  passages: { startMs: number; speaker: string; text: string }[];
  isCut: boolean;
  isBeyondMinutes: boolean;
  language: string;
}

/** The longest pauses between polls: while something happens, and before it. */
const REFRESH_MS = 5_000;
const WAITING_REFRESH_MS = 30_000;

export function MeetingPage(props: MeetingPageProps) {
  const { t } = useTranslation('meeting');
  const { meeting } = props;
  return (
    <article className={styles.page}>
      <BackLink href="/meetings">{t('back')}</BackLink>
      <header className={styles.head}>
        <h1>
          <bdi>{meeting.title}</bdi>
        </h1>
        <span id="meeting-state" data-refreshed>
          <MeetingBadge {...meeting} />
        </span>
      </header>
      <ErrorSummary />
      {isOver(meeting) ? <Outcome {...props} /> : <Status {...props} />}
      <Facts {...props} />
      <p>
        <a href={meetingUrl(meeting.room)} rel="noopener" target="_blank">
          <Icon name="external-link" /> {t('page.room')}
        </a>
      </p>
    </article>
  );
}

/** What was asked of the assistant. */
function Facts({ meeting: { room, language }, botName, waitSeconds }: MeetingPageProps) {
  const { t } = useTranslation('meeting');
  const { t: tTranscription } = useTranslation('transcription');
  const waitText = useWaitText();
  const facts = [
    [t('form.url'), meetingUrl(room).replace('https://', '')],
    [t('form.botName'), botName],
    [t('form.language'), tTranscription(`language.${language}`)],
    [t('form.wait'), waitText(waitSeconds)],
  ] as const;
  return (
    <dl className={own.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Status(props: MeetingPageProps) {
  const { t } = useTranslation('meeting');
  const { meeting, statusVersion, availability } = props;
  const href = `/meetings/${meeting.publicId}`;
  return (
    <section
      className={styles.status}
      aria-labelledby="now-title"
      {...mark(REFRESHED_LIST.root, {
        statusUrl: `${href}/status`,
        version: statusVersion,
        intervalMs: isChangeable(meeting) ? WAITING_REFRESH_MS : REFRESH_MS,
        underway: 1,
        finished: 0,
      })}
    >
      <h2 id="now-title">{t('page.now')}</h2>
      <p role="status">
        <Doing {...props} />
      </p>
      {meeting.phase === 'lobby' && <p className={styles.note}>{t('page.lobby.hidden')}</p>}
      {meeting.status === 'running' && <People names={meeting.people} />}
      {isChangeable(meeting) ? (
        <>
          <Unavailable {...availability} />
          <Changes meeting={meeting} />
        </>
      ) : (
        <Controls {...meeting} balanceMs={props.balanceMs} />
      )}
      <noscript>
        <p className={styles.note}>
          <a href={href}>{t('refresh')}</a>
        </p>
      </noscript>
      {props.text && <SpokenText {...props.text} href={href} />}
    </section>
  );
}

/** What is said, some seconds later. */
function SpokenText({ passages, isCut, isBeyondMinutes, language, href }: LiveText & { href: string }) {
  const { t } = useTranslation('meeting');
  const sells = useSells();
  return (
    <>
      <h3>{t('live.title')}</h3>
      {passages.length === 0 && <p className={styles.note}>{t('live.none')}</p>}
      {isCut && (
        <p>
          <a href={`${href}?whole`}>{t('live.whole')}</a>
        </p>
      )}
      <div className={own.spoken} lang={language}>
        {passages.map(({ startMs, speaker, text }) => (
          <p key={startMs}>
            <span className={own.time}>{formatPosition(startMs)}</span>{' '}
            {speaker && (
              <b>
                <bdi>{speaker}</bdi>:
              </b>
            )}{' '}
            {text}
          </p>
        ))}
      </div>
      {isBeyondMinutes && (
        <p className={styles.note}>
          {t('live.noMinutes')} {sells && <a href="/wallet#credits-title">{t('form.buy')}</a>}
        </p>
      )}
    </>
  );
}

/** Where the meeting stands right now, in a sentence or two. */
function Doing({ meeting, botName }: MeetingPageProps) {
  const { t } = useTranslation('meeting');
  const waitText = useWaitText();
  const { phase, startsAt, recordingSince, leavesAt, waitSecondsLeft } = meeting;
  if (meeting.isStopping) return t('page.stopping');
  if (meeting.isQueued) return t('page.queued');
  if ((phase === 'recording' || phase === 'unheard') && recordingSince) {
    return (
      <>
        {phase === 'unheard' && <strong>{t('page.unheard')} </strong>}
        <WithTime text="page.recording" at={recordingSince} />{' '}
        {leavesAt && <WithTime text="page.leaves" at={leavesAt} />}
      </>
    );
  }
  if (phase === 'lobby') {
    const left = waitSecondsLeft === null ? '' : t('page.lobby.left', { wait: waitText(waitSecondsLeft) });
    return `${t('page.lobby', { name: botName })} ${left}`;
  }
  if (isChangeable(meeting)) return <WithTime text="page.waiting" at={startsAt} />;
  return t(phase === null || phase === 'recording' ? 'page.sending' : `page.${phase}`);
}

type TextWithTime = 'extend.limit' | 'page.recording' | 'page.leaves' | 'page.waiting' | 'page.ended';

function WithTime({ text, at }: { text: TextWithTime; at: Date }): ReactElement {
  const { t } = useTranslation('meeting');
  return <Trans t={t} i18nKey={text} components={{ at: <DateTime at={at} /> }} />;
}

function People({ names }: { names: string[] }) {
  const { t } = useTranslation('meeting');
  return (
    <>
      <h3>{t('page.people')}</h3>
      {names.length === 0 ? (
        <p>{t('page.nobody')}</p>
      ) : (
        <ul className={own.people}>
          {[...new Set(names)].map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ActionProps {
  intent: 'now' | 'extend' | 'again';
  kind?: ButtonKind | undefined;
  children: string;
}

const Action = ({ intent, kind, children }: ActionProps) => (
  <PostForm intent={intent}>
    <Button kind={kind}>{children}</Button>
  </PostForm>
);

function Changes({ meeting: { publicId } }: { meeting: MeetingView }) {
  const { t } = useTranslation('meeting');
  const href = `/meetings/${publicId}`;
  return (
    <div className={styles.actions}>
      <Action intent="now">{t('sendNow')}</Action>
      <ButtonLink kind="quiet" href={`${href}/edit`}>
        {t('edit')}
      </ButtonLink>
      <ButtonLink kind="danger" href={`${href}/cancel`} data-island="dialog">
        {t('cancel')}
      </ButtonLink>
    </div>
  );
}

function Controls({ balanceMs, ...meeting }: MeetingView & Pick<MeetingPageProps, 'balanceMs'>) {
  const { t } = useTranslation('meeting');
  const sells = useSells();
  const way = wayOut(meeting);
  const { publicId, staysUntil } = meeting;
  if (way !== 'stop' && way !== 'giveUp') return null;
  return (
    <>
      <div className={styles.actions}>
        {meeting.isExtendable && (
          <Action intent="extend" kind="quiet">
            {t('extend')}
          </Action>
        )}
        <ButtonLink kind="danger" href={`/meetings/${publicId}/cancel`} data-island="dialog">
          {t(`${way}.submit`)}
        </ButtonLink>
      </div>
      {meeting.isExtendable && staysUntil && (
        <p className={styles.note}>
          {balanceMs !== null &&
            t(sells ? 'extend.balance' : 'extend.month', { balance: formatDuration(balanceMs) })}{' '}
          <WithTime text="extend.limit" at={staysUntil} />
        </p>
      )}
    </>
  );
}

/** Why it ended, what it became, and what to do. */
function Outcome({ meeting, availability }: MeetingPageProps) {
  const { t } = useTranslation('meeting');
  const { status, endReason, endedAt, transcription } = meeting;
  const isFailed = status === 'failed';
  const isTroubled = isFailed || (endReason !== null && !isWholeRecording(endReason));
  const isSentAgain = isFailed && maySendAgain(endReason);
  const sells = useSells();
  const why = endReason && t(!sells && endReason === 'no-minutes' ? 'end.monthUsedUp' : `end.${endReason}`);
  return (
    <>
      {isTroubled ? (
        <Alert kind={isFailed ? 'error' : 'warning'}>
          <p>
            {why} {transcription && t('page.kept')}
          </p>
        </Alert>
      ) : (
        <p>{why}</p>
      )}
      {endedAt && (
        <p>
          <WithTime text="page.ended" at={endedAt} />
        </p>
      )}
      <Became transcription={transcription} isFailed={isFailed} />
      {isSentAgain && <Unavailable {...availability} />}
      <div className={styles.actions}>
        {isSentAgain && (
          <Action intent="again" kind={transcription ? 'quiet' : undefined}>
            {t('again')}
          </Action>
        )}
        {meeting.isDeletable && (
          <ButtonLink kind="danger" href={`/meetings/${meeting.publicId}/cancel`} data-island="dialog">
            {t('delete')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function Became({ transcription, isFailed }: Pick<MeetingView, 'transcription'> & { isFailed: boolean }) {
  const { t } = useTranslation('meeting');
  if (!transcription) return isFailed ? null : <p>{t('page.noTranscription')}</p>;
  const { publicId, status } = transcription;
  const isUnderway = status === 'pending' || status === 'processing';
  return (
    <>
      {isUnderway && <p>{t('page.transcription.processing')}</p>}
      {status === 'stored' && <p>{t('page.transcription.stored')}</p>}
      <p>
        <ButtonLink href={`/transcriptions/${publicId}`}>{t('page.transcription')}</ButtonLink>
      </p>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { describeDevice } from '@/app/domain/account/device';
import type { LoginMethod } from '@/app/domain/account/session';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';
import listStyles from './SessionsPage.module.css';

export function SessionsPage({ sessions, isOwner }: { sessions: SessionView[]; isOwner: boolean }) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/sessions">
      <p>{t('sessions.intro')}</p>
      <p>{t('sessions.proof')}</p>
      <ErrorSummary />
      {isOwner ? (
        <PostForm intent="end">
          <SessionList sessions={sessions} canEnd />
        </PostForm>
      ) : (
        <SessionList sessions={sessions} canEnd={false} />
      )}
      <OwnerOnly isOwner={isOwner}>
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <PostForm className={styles.narrow} intent="end-others">
            <p>
              <Button kind="danger" busyLabel={t('confirm.busy')}>
                {t('sessions.endOthers')}
              </Button>
            </p>
          </PostForm>
        )}
      </OwnerOnly>
    </AccountFrame>
  );
}

interface SessionView {
  /** Keyed hash of the session's id, which identifies the session in forms. */
  handle: string;
  isCurrent: boolean;
  /** Opened through the API. */
  isOfProgram: boolean;
  userAgent: string;
  method: LoginMethod;
  createdAt: Date;
  lastUsedAt: Date;
}

function SessionList({ sessions, canEnd }: { sessions: SessionView[]; canEnd: boolean }) {
  const { t } = useTranslation('account');
  const nameOf = useDeviceName();
  return (
    <ul className={listStyles.sessions}>
      {sessions.map(({ handle, isCurrent, isOfProgram, userAgent, method, createdAt, lastUsedAt }) => (
        <li key={handle}>
          <div>
            <p className={listStyles.name}>
              <strong>{nameOf(userAgent)}</strong>
              {isCurrent && (
                <Badge tone="blue" icon="monitor">
                  {t('sessions.current')}
                </Badge>
              )}
              {isOfProgram && (
                <Badge tone="grey" icon="settings">
                  {t('sessions.program')}
                </Badge>
              )}
            </p>
            <dl className={listStyles.facts}>
              <div>
                <dt>{t('sessions.method')}</dt>
                <dd>{t(`method.${method}`)}</dd>
              </div>
              <LabelledMoment label={t('sessions.begun')} at={createdAt} />
              <LabelledMoment label={t('sessions.lastUsed')} at={lastUsedAt} />
            </dl>
          </div>
          {canEnd && !isCurrent && (
            <Button kind="quiet" name="session" value={handle}>
              {t('sessions.end')} <span className="visually-hidden">{nameOf(userAgent)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function LabelledMoment({ label, at }: { label: string; at: Date }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <DateTime at={at} />
      </dd>
    </div>
  );
}

function useDeviceName() {
  const { t } = useTranslation('account');
  return (userAgent: string) => {
    const { browser, system } = describeDevice(userAgent);
    if (!browser && !system) return t('device.unknown');
    const words = { browser: browser ?? t('device.browser'), system };
    return system ? t('device.both', words) : words.browser;
  };
}

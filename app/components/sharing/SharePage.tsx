import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { SHARE_DAYS } from '@/app/domain/sharing/forms';
import { SaveFirst } from '../transcript/SaveFirst';
import { Button, CopyButton } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { BackLink } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './SharePage.module.css';

interface SharePageProps {
  publicId: string;
  title: string;
  shares: {
    publicId: string;
    withAudio: boolean;
    createdAt: Date;
    expiresAt: Date;
  }[];
  unsaved: UnsavedChanges;
  /** The link that was just created. It is shown only once. */
  newLink: string | null;
}

export function SharePage(props: SharePageProps) {
  const { t } = useTranslation(['sharing', 'common']);
  const { publicId } = props;
  return (
    <article className={styles.page} data-dialog={t('dialog.close', { ns: 'common' })}>
      <h1 id="share-title">{t('title')}</h1>
      <p>
        <bdi>{props.title}</bdi>
      </p>
      {props.newLink && <NewLink link={props.newLink} />}
      <PostForm className={styles.form} noValidate intent="create">
        <ErrorSummary />
        <Select
          name="days"
          label={t('days')}
          hint={t('hint')}
          value="7"
          options={SHARE_DAYS.map((days) => ({
            value: days,
            label: t('days.some', { count: Number(days) }),
          }))}
        />
        <Checkbox name="audio" label={t('audio')} />
        {props.unsaved.changeCount > 0 ? (
          <SaveFirst unsaved={props.unsaved} saving={t('create.saving')} leaving={t('create.saved')} />
        ) : (
          <Button>{t('create')}</Button>
        )}
      </PostForm>
      <Links {...props} />
      <p className={styles.back}>
        <BackLink href={`/transcriptions/${publicId}`}>{t('back')}</BackLink>
      </p>
    </article>
  );
}

function NewLink({ link }: { link: string }) {
  const { t } = useTranslation('sharing');
  return (
    <div className={styles.made}>
      <Field name="link" label={t('link')} hint={t('link.hint')} value={link} readOnly />
      <CopyButton copies="link" label={t('copy')} doneLabel={t('copied')} />
    </div>
  );
}

function Links({ shares }: SharePageProps) {
  const { t } = useTranslation('sharing');
  return (
    <section aria-labelledby="links-title">
      <h2 id="links-title">{t('links')}</h2>
      {shares.length === 0 && <p>{t('links.none')}</p>}
      <ul className={styles.links}>
        {shares.map(({ publicId, withAudio, createdAt, expiresAt }) => (
          <li key={publicId}>
            <p id={`link-${publicId}`}>
              {t('created')} <DateTime at={createdAt} />
              <br />
              {t('expires')} <DateTime at={expiresAt} /> · {t(withAudio ? 'withAudio' : 'withoutAudio')}
            </p>
            <PostForm intent="revoke">
              <input type="hidden" name="share" value={publicId} />
              <Button kind="danger" aria-describedby={`link-${publicId}`}>
                {t('revoke')}
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CONFLICT_DIALOG,
  DIALOGS,
  DISCARD_DIALOG,
  SPEAKER_DIALOG,
} from '@/app/islands/transcript/dialogs.contract';
import { mark, type Part } from '@/app/islands/ui/part.contract';
import { Button, PartButton } from '../../../ui/Button';
import { Checkbox } from '../../../ui/Checkbox';
import { Field } from '../../../ui/Field';
import styles from './EditorDialogs.module.css';

export function EditorDialogs() {
  return (
    <>
      <SaveDialog />
      <DiscardDialog />
      <SpeakerDialog />
      <ConflictDialog />
      <HelpDialog />
    </>
  );
}

interface EditorDialogProps {
  part: Part<string, never>;
  name: string;
  title: string;
  children: ReactNode;
}

export function EditorDialog({ part, name, title, children }: EditorDialogProps) {
  return (
    <dialog {...mark(part)} aria-labelledby={`${name}-title`} className={styles.dialog}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </dialog>
  );
}

export function CloseButton({ children }: { children: string }) {
  return <PartButton part={DIALOGS.close}>{children}</PartButton>;
}

function SaveDialog() {
  const { t } = useTranslation('transcript');
  return (
    <EditorDialog part={DIALOGS.save} name="save" title={t('save.title')}>
      <p>{t('save.text')}</p>
      <form className={styles.form}>
        <Checkbox name="quiet" label={t('save.quiet')} />
        <div className={styles.actions}>
          <Button>{t('save')}</Button>
          <CloseButton>{t('cancel')}</CloseButton>
        </div>
      </form>
    </EditorDialog>
  );
}

/** Its form posts to the current page. */
export function DiscardDialog() {
  const { t } = useTranslation('transcript');
  const titles = {
    one: t('discard.title', { count: 1, replace: { count: '%' } }),
    other: t('discard.title', { count: 2, replace: { count: '%' } }),
  };
  const [before, after] = t('discard.text', { date: '%' }).split('%');
  return (
    <dialog {...mark(DIALOGS.discard)} aria-labelledby="discard-title" className={styles.dialog}>
      <h2 id="discard-title" {...mark(DISCARD_DIALOG.title, titles)}>
        {t('discard')}
      </h2>
      <p>
        {before}
        <time {...mark(DISCARD_DIALOG.savedAt)} />
        {after}
      </p>
      <form method="post" className={styles.actions}>
        <input type="hidden" name="submissionId" />
        <input type="hidden" name="version" />
        <input type="hidden" name="intent" value="discard" />
        {/* First, since it gets the focus: Enter discards nothing. */}
        <CloseButton>{t('discard.keep')}</CloseButton>
        <Button kind="danger">{t('discard')}</Button>
      </form>
    </dialog>
  );
}

function SpeakerDialog() {
  const { t } = useTranslation('transcript');
  return (
    <EditorDialog part={SPEAKER_DIALOG.root} name="speaker" title={t('speaker.title')}>
      <form className={styles.form} {...mark(SPEAKER_DIALOG.form, { required: t('speaker.required') })}>
        <p>
          <bdi {...mark(SPEAKER_DIALOG.formerName)} />
        </p>
        <Field
          name="new_speaker"
          label={t('speaker.new')}
          list="known-speakers"
          maxLength={80}
          autoComplete="off"
          required
        />
        <datalist id="known-speakers" />
        <div className={styles.warning} {...mark(SPEAKER_DIALOG.merge)} hidden>
          <Checkbox name="merge" label={t('speaker.merge')} />
        </div>
        <div className={styles.actions}>
          <Button name="reach" value="all">
            {t('speaker.all')}
          </Button>
          <Button kind="quiet" name="reach" value="single">
            {t('speaker.single')}
          </Button>
          <CloseButton>{t('cancel')}</CloseButton>
        </div>
      </form>
    </EditorDialog>
  );
}

/** `textClass` styles formatted text. */
export function ConflictDialog({ textClass = '' }: { textClass?: string }) {
  const { t } = useTranslation('transcript');
  return (
    <EditorDialog part={CONFLICT_DIALOG.root} name="conflict" title={t('conflict.title')}>
      <p>{t('conflict.text')}</p>
      <h3>{t('conflict.mine')}</h3>
      <p className={`${styles.version} ${textClass}`} {...mark(CONFLICT_DIALOG.mine)} />
      <h3>{t('conflict.theirs')}</h3>
      <p
        className={`${styles.version} ${textClass}`}
        {...mark(CONFLICT_DIALOG.theirs, { empty: t('conflict.deleted') })}
      />
      <div>
        <form method="dialog" className={styles.actions}>
          <Button value="mine">{t('conflict.keepMine')}</Button>
          <Button kind="quiet" value="theirs">
            {t('conflict.keepTheirs')}
          </Button>
        </form>
      </div>
    </EditorDialog>
  );
}

const SHORTCUTS: [string, string][] = [
  ['playReading', 'Space'],
  ['jumpReading', '← / →'],
  ['play', 'Ctrl + Space, Ctrl + Enter'],
  ['skip', 'Ctrl + Shift + , / .'],
  ['undo', 'Ctrl + Z'],
  ['redo', 'Ctrl + Shift + Z'],
  ['find', 'Ctrl + Shift + F'],
  ['mark', 'Ctrl + Shift + 1…6'],
  ['unmark', 'Ctrl + Shift + 0'],
  ['strike', 'Ctrl + Shift + X'],
  ['save', 'Ctrl + S'],
  ['split', 'Enter'],
  ['join', 'Backspace'],
  ['listen', 'Ctrl'],
  ['leave', 'Esc'],
  ['help', '?'],
];

function HelpDialog() {
  const { t } = useTranslation('transcript');
  return (
    <EditorDialog part={DIALOGS.help} name="help" title={t('help.title')}>
      {/* Above the list: the dialog scrolls to its first link. */}
      <p>
        {t('help.mac')} <a href="/account/player">{t('help.own')}</a>
      </p>
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(([name, keys]) => (
          <div key={name}>
            <dt>{t(`help.${name}`)}</dt>
            <dd>
              <kbd>{keys.replace('Space', t('help.space'))}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <CloseButton>{t('close')}</CloseButton>
    </EditorDialog>
  );
}

import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import type { DocumentPageProps } from './DocumentPage';
import styles from './DocumentPage.module.css';

/** When the document changed meanwhile, the typed text stays, and overwriting needs a second confirmation. */
export function ContentForm(props: DocumentPageProps) {
  const { t } = useTranslation('document');
  const { version, changeCount } = props;
  const { values } = useFormProblem();
  const editedFrom = { version: values.version ?? version, changes: values.changes ?? changeCount };
  const isStale = Number(editedFrom.version) !== version || Number(editedFrom.changes) !== changeCount;
  return (
    <PostForm className={styles.form} noValidate>
      <input type="hidden" name="version" value={editedFrom.version} />
      <input type="hidden" name="changes" value={editedFrom.changes} />
      {isStale && (
        <>
          <input type="hidden" name="present_version" value={version} />
          <input type="hidden" name="present_changes" value={changeCount} />
          <Alert kind="warning">
            <p>{t('conflict.advice')}</p>
          </Alert>
        </>
      )}
      <Field
        name="title"
        label={t('title')}
        value={props.title}
        maxLength={255}
        autoComplete="off"
        required
      />
      <TextArea name="content" label={t('content')} hint={<MarkupHelp />} value={props.content} rows={20} />
      <div className={styles.buttons}>
        {isStale ? (
          <Button kind="danger" name="intent" value="overwrite">
            {t('conflict.overwrite')}
          </Button>
        ) : (
          <Button name="intent" value="save">
            {t('save')}
          </Button>
        )}
        <Button kind="quiet" name="intent" value="preview">
          {t('preview')}
        </Button>
      </div>
    </PostForm>
  );
}

const MARKUP_SIGNS = [
  ['heading', '# '],
  ['quote', '> '],
  ['bullet', '- '],
  ['ordered', '1. '],
  ['center', ':-: '],
  ['right', '--: '],
  ['justify', ':--: '],
  ['bold', '**…**'],
  ['italic', '*…*'],
  ['underline', '__…__'],
  ['strike', '~~…~~'],
  ['link', '[…](https://…)'],
  ['looks', '[…]{lato 24 ink-red mark-yellow}'],
] as const;

function MarkupHelp() {
  const { t } = useTranslation('document');
  return (
    <details className={styles.help}>
      <summary>{t('signs')}</summary>
      <dl>
        {MARKUP_SIGNS.map(([name, sign]) => (
          <div key={name} className={styles.sign}>
            <dt>
              <code>{sign}</code>
            </dt>
            <dd>{t(`signs.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

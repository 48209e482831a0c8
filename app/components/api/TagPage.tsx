import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  DescribedField,
  DescribedOperation,
  DescribedParameter,
  DescribedType,
} from '@/app/domain/api/describe-operations';
import { BackLink } from '../ui/Icon';
import styles from './Developers.module.css';
import { ExampleCall } from './ExampleCall';
import { Marked } from './Marked';

interface TagPageProps {
  title: string;
  operations: DescribedOperation[];
  types: DescribedType[];
}

export function TagPage({ title, operations, types }: TagPageProps) {
  const { t } = useTranslation('api');
  return (
    <article className={styles.page}>
      <p>
        <BackLink href="/developers">{t('page.title')}</BackLink>
      </p>
      <h1>{title}</h1>
      <div>
        {operations.map((operation) => (
          <OperationDetails key={operation.id} {...operation} />
        ))}
      </div>
      {types.length > 0 && (
        <section aria-labelledby="types">
          <h2 id="types">{t('page.types')}</h2>
          {types.map(({ name, fields }) => (
            <details key={name}>
              <summary>{name}</summary>
              <div className={styles.operation}>
                <FieldList fields={fields} />
              </div>
            </details>
          ))}
        </section>
      )}
    </article>
  );
}

function OperationDetails(operation: DescribedOperation) {
  const { id, method, path, summary, about, access, curl } = operation;
  const { t } = useTranslation('api');
  return (
    <details>
      <summary>
        {summary}{' '}
        <code>
          {method} {path}
        </code>
      </summary>
      {/* A link to a part of closed details opens them. */}
      <div id={id} className={styles.operation}>
        {about && (
          <p>
            <Marked text={about} />
          </p>
        )}
        <p>
          <Marked text={t(`page.access.${access}`)} />
        </p>
        <Parameters of={operation.parameters} />
        {operation.body.length > 0 && (
          <Part title={t('page.body')}>
            <FieldList fields={operation.body} />
          </Part>
        )}
        <Answer {...operation.answer} />
        <Part title={t('page.problems')}>
          <ul>
            {operation.errors.map(({ status, description }) => (
              <li key={status}>
                {status} <Marked text={description} />
              </li>
            ))}
          </ul>
        </Part>
        <ExampleCall id={`curl-${id}`} label={`${t('page.example')}: ${summary}`} curl={curl} />
      </div>
    </details>
  );
}

function Parameters({ of }: { of: DescribedParameter[] }) {
  const { t } = useTranslation('api');
  return (['path', 'query', 'header'] as const).map((place) => {
    const fields = of.filter((parameter) => parameter.in === place);
    return fields.length > 0 ? (
      <Part key={place} title={t(`page.in.${place}`)}>
        <FieldList fields={fields} />
      </Part>
    ) : null;
  });
}

function Answer({ status, description, contentTypes, fields }: DescribedOperation['answer']) {
  const { t } = useTranslation('api');
  const types = contentTypes.filter((type) => type !== 'application/json');
  return (
    <Part title={t('page.answer')}>
      <p>
        {status} {description} {types.join(', ')}
      </p>
      {fields.length > 0 && <FieldList fields={fields} />}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      {children}
    </>
  );
}

function FieldList({ fields }: { fields: (DescribedField & { about?: string | null })[] }) {
  const { t } = useTranslation('api');
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, type, isRequired, about }) => (
        <div key={name}>
          <dt>
            <code>{name || t('page.whole')}</code>
          </dt>
          <dd>
            {type}
            {!isRequired && `, ${t('page.optional')}`}
            {about && (
              <>
                {'. '}
                <Marked text={about} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { useTranslation } from 'react-i18next';
import type { DescribedTag } from '@/app/domain/api/describe-operations';
import { PRODUCT_NAME } from '@/app/domain/product';
import styles from './Developers.module.css';
import { ExampleCall } from './ExampleCall';
import { Marked } from './Marked';

interface DevelopersPageProps {
  /** Of the API. */
  address: string;
  tags: DescribedTag[];
  firstCall: string;
}

export function DevelopersPage({ address, tags, firstCall }: DevelopersPageProps) {
  const { t } = useTranslation('api');
  return (
    <article className={styles.page}>
      <h1>{t('page.title')}</h1>
      <p>
        <Marked text={t('about')} />
      </p>
      <section aria-labelledby="begin">
        <h2 id="begin">{t('page.begin')}</h2>
        <p>
          <Marked text={t('page.address', { address })} />
        </p>
        <p>
          <Marked text={t('page.token', { product: PRODUCT_NAME })} />{' '}
          <a href="/account/tokens">{t('page.tokens')}</a>
        </p>
        <ExampleCall id="first-call" label={t('page.example')} curl={firstCall} />
        <p>
          <Marked text={t('page.errors')} />
        </p>
        <p>
          <Marked text={t('page.limits')} />
        </p>
        <p>
          <a href="/api/openapi.json">{t('page.document')}</a>
        </p>
      </section>
      {tags.map((tag) => (
        <TagSection key={tag.name} {...tag} />
      ))}
    </article>
  );
}

function TagSection({ name, title, operations }: DescribedTag) {
  return (
    <section aria-labelledby={`tag-${name}`}>
      <h2 id={`tag-${name}`}>
        <a href={`/developers/${name}`}>{title}</a>
      </h2>
      <ul>
        {operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <a href={`/developers/${name}#${id}`}>{summary}</a>{' '}
            <code>
              {method} {path}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
          <a href="/developers/recipes">{t('page.recipes')}</a>
        </p>
        <p>
          <a href="/api/openapi.json">{t('page.document')}</a>
        </p>
      </section>
      <section aria-labelledby="calls">
        <h2 id="calls">{t('page.calls')}</h2>
        <p>
          <Marked text={t('page.versions')} />
        </p>
        {tags.map(({ name, title, summaries }) => (
          <p key={name}>
            <a href={`/developers/${name}`}>{title}</a>
            <br />
            <small>{summaries.join(' · ')}</small>
          </p>
        ))}
      </section>
    </article>
  );
}

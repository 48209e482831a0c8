import { useTranslation } from 'react-i18next';
import type { Recipe } from '@/app/domain/api/recipes';
import { BackLink } from '../ui/Icon';
import styles from './Developers.module.css';
import { ExampleCall } from './ExampleCall';
import { Marked } from './Marked';

/** Whole programs that use the API, to copy or download. */
export function RecipesPage({ recipes }: { recipes: Recipe[] }) {
  const { t } = useTranslation('api');
  return (
    <article className={styles.page}>
      <p>
        <BackLink href="/developers">{t('page.title')}</BackLink>
      </p>
      <h1>{t('recipes.title')}</h1>
      <p>
        <Marked text={t('recipes.about')} />
      </p>
      {recipes.map(({ name, programs }) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>{t(`recipe.${name}`)}</h2>
          <p>
            <Marked text={t(`recipe.${name}.about`)} />
          </p>
          {programs.map(({ language, file, text }) => (
            <details key={file}>
              <summary>
                {language} <code>{file}</code>
              </summary>
              <div className={styles.operation}>
                <ExampleCall id={file} label={`${t(`recipe.${name}`)} (${language})`} curl={text.trimEnd()} />
              </div>
            </details>
          ))}
        </section>
      ))}
    </article>
  );
}

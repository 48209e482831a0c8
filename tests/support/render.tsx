import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { matchRoutes } from 'react-router-dom';
import { createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import type { FormProblem } from '@/app/domain/form-problem';
import type { InterfaceLanguage } from '@/app/domain/format/language';

const localesDir = path.resolve(import.meta.dirname, '../../locales');
const NAMESPACES = readdirSync(path.join(localesDir, 'pt')).map((file) => file.replace('.json', ''));

/** Locale texts of one namespace. */
function readLocale(language: InterfaceLanguage, area: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(localesDir, language, `${area}.json`), 'utf8'));
}

interface RenderOptions {
  language?: InterfaceLanguage;
  /** Of the page's last post. */
  problem?: Partial<FormProblem>;
}

/** Renders a view to HTML with the project's locale texts. Throws on a missing key. */
export async function render(
  view: ReactNode,
  { language = 'pt', problem }: RenderOptions = {},
): Promise<string> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      [language]: Object.fromEntries(NAMESPACES.map((area) => [area, readLocale(language, area)])),
    },
    parseMissingKeyHandler: (key) => {
      throw new Error(`${language}: no sentence for ${key}`);
    },
  });
  const routes = [{ id: 'page', path: '/', element: view }];
  const context = {
    basename: '/',
    location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
    matches: matchRoutes(routes, '/') ?? [],
    loaderData: {},
    actionData: problem ? { page: { values: {}, errors: {}, params: {}, ...problem } } : null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    activeDeferreds: null,
  };
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
    </I18nextProvider>,
  );
}

/** Visible text of HTML, on one line. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

import type { LinksFunction } from '@remix-run/node';
import { isRouteErrorResponse, Links, Meta, Outlet, useRouteError } from '@remix-run/react';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPage } from './components/shell/ErrorPage';
import { PageTitle } from './components/shell/PageTitle';
import { Preload } from './components/shell/Preload';
import { PublicShell } from './components/shell/PublicShell';
import './components/ui/base.css';
import { DocumentContext } from './document-context';

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { nonce, entryScript, errorStatus } = useContext(DocumentContext);
  return (
    <html lang={i18n.language === 'en' ? 'en' : 'pt-BR'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <PageTitle errorStatus={errorStatus} />
        <Preload nonce={nonce} />
        <Meta />
        <Links />
        {import.meta.env.DEV && <script type="module" src="/@vite/client" nonce={nonce} />}
        <script type="module" src={entryScript} nonce={nonce} />
      </head>
      <body>{children}</body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <PublicShell>
      <ErrorPage status={status} homeHref="/login" />
    </PublicShell>
  );
}

import { useMatches } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';
import { errorTitleKey } from './ErrorPage';

interface TitleHandle {
  title: { area: string; key: string } | ((data: unknown, t: TFunction) => string);
}

export const pageTitle = (area: string, key: string): TitleHandle => ({ title: { area, key } });

/** A route's `handle` with a title from its loader data, such as the name of a recording. */
export const dataTitle = <Data,>(titleOf: (data: Data) => string): TitleHandle => ({
  title: (data) => titleOf(data as Data),
});

/** The `handle` of a page that shows the error page with the status of its loader data. */
export const errorTitle: TitleHandle = {
  title: (data, t) => t(errorTitleKey((data as { status: number }).status), { ns: 'common' }),
};

/** The document's title: that of the innermost route, or of the error page in its place. */
export function PageTitle({ errorStatus }: { errorStatus: number | undefined }) {
  const { t } = useTranslation();
  const { handle, data } = useMatches().at(-1) ?? {};
  const { title } = errorStatus ? errorTitle : ((handle as TitleHandle | undefined) ?? {});
  const shown = errorStatus ? { status: errorStatus } : data;
  const text = typeof title === 'object' ? t(title.key, { ns: title.area }) : title?.(shown, t);
  return <title>{text ? `${text} · ${PRODUCT_NAME}` : PRODUCT_NAME}</title>;
}

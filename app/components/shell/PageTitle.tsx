import { useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';

interface TitleHandle {
  title: { area: string; key: string } | ((data: unknown) => string);
}

export const pageTitle = (area: string, key: string): TitleHandle => ({ title: { area, key } });

/** A route's `handle` with a title from its loader data, such as the name of a recording. */
export const dataTitle = <Data,>(titleOf: (data: Data) => string): TitleHandle => ({
  title: (data) => titleOf(data as Data),
});

/** The document's title: that of the innermost route, and the product's name alone for a page that failed. */
export function PageTitle() {
  const { t } = useTranslation();
  const { handle, data } = useMatches().at(-1) ?? {};
  // A loader that threw leaves no data, and an action that threw leaves null: loaders of pages return an object.
  const title = data == null ? undefined : (handle as TitleHandle | undefined)?.title;
  const text = typeof title === 'object' ? t(title.key, { ns: title.area }) : title?.(data);
  return <title>{text ? `${text} · ${PRODUCT_NAME}` : PRODUCT_NAME}</title>;
}

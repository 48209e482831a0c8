/** IANA name of the account's time zone, which the page names; the browser's for readers without an account. */
export const timeZoneOfPage = (): string =>
  document.querySelector<HTMLElement>('[data-time-zone]')?.dataset.timeZone ??
  Intl.DateTimeFormat().resolvedOptions().timeZone;

/** That of accounts which chose no other one, and of readers without an account. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

/** IANA names that an account can choose, sorted. */
export const TIME_ZONES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']),
].sort();

/** The name in TIME_ZONES of a zone that a browser may call otherwise; undefined when it is none. */
export function toTimeZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return TIME_ZONES.find((known) => known === timeZone);
  } catch {
    return undefined;
  }
}

/** That of accounts which chose no other one, and of readers without an account. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

/** IANA names that an account can choose, sorted. */
export const TIME_ZONES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']),
].sort();

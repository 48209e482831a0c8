/** '43 segundos', '12 minutes': minutes are rounded up, so that the wait is long enough. */
export function formatWait(seconds: number, language?: string): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount of money in the Brazilian format: 'R$ 1.014,90'. */
export function formatMoney(cents: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency });
    formats.set(currency, format);
  }
  return format.format(cents / 100);
}

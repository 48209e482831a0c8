import ipaddr from 'ipaddr.js';

/** The usual IPv6 prefix lengths of one customer (RFC 6177): a household, then a company. */
const IPV6_PREFIXES = [64, 48] as const;

/**
 * The networks under which rate limits count an IP address, the narrow one first: an IPv4 address, also one
 * mapped to IPv6, counts alone; an IPv6 address counts with its /64, since one customer controls all of it,
 * and with its /48. An invalid address counts as is.
 */
export function networksOf(address: string): { narrow: string; wide: string | null } {
  const [plain = ''] = address.split('%');
  if (!ipaddr.isValid(plain)) return { narrow: address, wide: null };
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') return { narrow: parsed.toString(), wide: null };
  const [narrow, wide] = IPV6_PREFIXES.map(
    (bits) => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`,
  ) as [string, string];
  return { narrow, wide };
}

import ipaddr from 'ipaddr.js';

/** What one customer of a provider is given of IPv6, most often (RFC 6177): one household, then one firm. */
const IPV6_PREFIXES = [64, 48] as const;

/**
 * The networks that an address counts for in limits, the narrow one first: an IPv4 address, also one that is
 * mapped to IPv6, by itself alone; an IPv6 address with its /64, since whoever holds one holds them all, and with
 * its /48. What is no address counts as it is.
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

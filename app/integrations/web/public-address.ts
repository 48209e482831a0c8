import ipaddr from 'ipaddr.js';

/** All that is given out to the networks of the world (RFC 4291); the rest of IPv6 has special meanings. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet: not loopback, private, link-local, shared, multicast,
 * reserved (IANA's registries of special-purpose addresses, RFC 6890), nor an IPv6 form that leads to an IPv4
 * address, except the mapped one, which counts as the IPv4 address that it is.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

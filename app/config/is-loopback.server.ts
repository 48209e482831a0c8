import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A hostname or IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:\[(?<ipv6>[^\]]*)\]|(?<other>[^:[\]]*))(?::\d{1,5})?$/;

/**
 * Whether a host is loopback, without a DNS lookup; also IPv4-mapped (`::ffff:127.0.0.1`).
 * @param host as in settings, URLs and Host headers: with or without a port, IPv6 with or without brackets
 */
export function isLoopback(host: string): boolean {
  if (isIP(host) !== 0) return isLoopbackAddress(host);
  const { ipv6, other } = HOST.exec(host)?.groups ?? {};
  if (ipv6 !== undefined) return isIPv6(ipv6) && isLoopbackAddress(ipv6);
  return other === 'localhost' || (isIP(other ?? '') !== 0 && isLoopbackAddress(other!));
}

const isLoopbackAddress = (address: string) => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

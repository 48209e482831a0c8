import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address belongs to the public internet: no loopback, private, link-local, multicast or reserved one,
 * nor one that leads to such an address by translation (IPv4 in IPv6, NAT64, 6to4).
 */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.replace(/^\[|\]$/g, '').split('%');
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'unicast';
}

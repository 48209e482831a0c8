/**
 * The network that an address is of: an IPv4 address is one of its own, and of an IPv6 address the first 64 bits
 * are what one line or machine is given, which may choose the others for each connection (RFC 4291, section 2.5.1).
 * @param bits of an IPv6 address, a multiple of 16
 */
export function networkOf(address: string, bits = 64): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [before = [], after = []] = address
    .replace(/%.*$/, '')
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
}

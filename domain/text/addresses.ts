import ipaddr from 'ipaddr.js';

/** What one subscriber holds: an IPv4 address, or the /64 an IPv6 address is in. What is no address stays as it is. */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const read = ipaddr.process(address);
  return read instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${read.toNormalizedString()}/64`).toString()
    : read.toString();
}

import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that cannot belong to another system: this machine, its networks, cloud metadata services, reserved ranges. */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Loopback, unspecified, and the deprecated IPv4-compatible form of IPv6.
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an address is of a private, local or reserved network; `::ffff:10.0.0.1` is 10.0.0.1. */
export function isInside(address: string): boolean {
  const family = isIP(address)
  return family === 0 || inside.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

export const NOT_ALLOWED = 'EADDRESSNOTALLOWED'

function notAllowed(host: string): Error {
  return Object.assign(new Error(`${host} leads into a network that is not allowed`), { code: NOT_ALLOWED })
}

/** Internal hosts that calls may be sent to. Without a guard every address is allowed, because the operator configured it. */
export interface AddressGuard {
  readonly internalHosts: ReadonlySet<string>
}

/** The host without the brackets of an IPv6 address: `erp.company.example`, `127.0.0.1`, `::1`. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
}

/** Why an address may not be called, judged before its name is resolved. */
export function refusedAddress(url: URL, { internalHosts }: AddressGuard): Error | null {
  const host = hostOf(url)
  if (internalHosts.has(host)) return null
  if (url.protocol !== 'https:') return notAllowed(host)
  return isIP(host) !== 0 && isInside(host) ? notAllowed(host) : null
}

/**
 * Resolves a name for one connection and refuses it if any of its addresses is internal. The connection uses this
 * result, so a name that resolves differently a moment later (DNS rebinding) has no effect.
 */
export function guardedLookup({ internalHosts }: AddressGuard): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[]
      if (error) return callback(error, [])
      if (!internalHosts.has(hostname.toLowerCase()) && addresses.some(({ address }) => isInside(address)))
        return callback(notAllowed(hostname), [])
      const [first] = addresses
      if (options.all === true || !first) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

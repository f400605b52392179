/** Base for resolving relative addresses; it never leaves this file. */
const BASE = 'http://local.invalid'

/**
 * A path of this application with its query and fragment, or null for anything that could lead elsewhere:
 * another host, a scheme, `//host`, a backslash, a control character.
 */
export function localAddress(address: string): string | null {
  if (!address.startsWith('/') || address.startsWith('//') || /[\\\p{Cc}]/u.test(address)) return null
  const url = URL.parse(address, BASE)
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** The same address with `token` replaced or added in its query; the rest of the query stays as written. */
export function withTicket(address: string, ticket: string): string {
  const [beforeHash = '', hash] = address.split('#', 2)
  const [path = '', query = ''] = beforeHash.split(/\?(.*)/s, 2)
  const kept = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== 'token')
  return `${path}?${[...kept, `token=${encodeURIComponent(ticket)}`].join('&')}${hash === undefined ? '' : `#${hash}`}`
}

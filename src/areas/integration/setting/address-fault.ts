import type { Refusal } from '#kernel/base/errors/errors.ts'
import { integrationErrors } from '../integration.errors.ts'

/** Names of this machine, the only ones allowed without encryption; the worker's configuration decides whether they may be called. */
const OWN = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The error of a system's address. Its resolved address is checked again at each call. */
export function addressFault(address: string): readonly Refusal[] {
  const at = { field: 'baseAddress' }
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return [integrationErrors.address({}, at)]
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return [integrationErrors.address({}, at)]
  if (url.protocol === 'http:' && !OWN.has(url.hostname)) return [integrationErrors.addressClear({}, at)]
  return []
}

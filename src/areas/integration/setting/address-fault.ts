import type { Refusal } from '#kernel/base/errors/errors.ts'
import { integrationErrors } from '../integration.errors.ts'

/** Names of this machine, the only ones that may be spoken to in the clear; whether they may at all is the worker's configuration. */
const OWN = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What is wrong with the address of a system. Where it leads is looked at again each time, when its name is resolved. */
export function addressFault(address: string): readonly Refusal[] {
  const at = { field: 'baseAddress' }
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return [integrationErrors.address({}, at)]
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return [integrationErrors.address({}, at)]
  if (url.protocol === 'http:' && !OWN.has(url.hostname)) return [integrationErrors.addressClear({}, at)]
  return []
}

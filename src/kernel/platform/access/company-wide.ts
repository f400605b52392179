import { Refused } from '#kernel/base/errors/errors.ts'
import { accessErrors } from './access.errors.ts'
import type { Principal } from './principal.ts'

/** What is of the whole company, and of no organisation: whoever holds the right of the call for a part of it alone has nothing of it. */
export function requireCompanyWide({ scope, limits = {} }: Pick<Principal, 'scope' | 'limits'>): void {
  if (scope !== 'all' || Object.keys(limits).length > 0) throw new Refused(accessErrors.wholeOnly())
}

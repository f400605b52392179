import { Refused } from '#kernel/base/errors/errors.ts'
import { accessErrors } from './access.errors.ts'
import type { Principal } from './principal.ts'

/** Refuses callers whose right covers only a part of the company: company-wide rows belong to no organisation. */
export function requireCompanyWide({ scope, limits = {} }: Pick<Principal, 'scope' | 'limits'>): void {
  if (scope !== 'all' || Object.keys(limits).length > 0) throw new Refused(accessErrors.wholeOnly())
}

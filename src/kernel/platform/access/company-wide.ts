import { Refused } from '#kernel/base/errors/errors.ts'
import { accessErrors } from './access.errors.ts'
import type { Principal } from './principal.ts'

type Covered = Pick<Principal, 'scope' | 'limits'>

export const isCompanyWide = ({ scope, limits = {} }: Covered): boolean =>
  scope === 'all' && Object.keys(limits).length === 0

/** Refuses callers whose right covers only a part of the company: company-wide rows belong to no organisation. */
export function requireCompanyWide(covered: Covered): void {
  if (!isCompanyWide(covered)) throw new Refused(accessErrors.wholeOnly())
}

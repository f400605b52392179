import { newDocumentId } from '#kernel/web/console/shell/tabs/tab-key.ts'
import type { ApplyType, BudgetLevel, PoolApplyType } from './budget-api.web.ts'

interface AreaAddress {
  readonly value: string
  readonly idcCode: string
}

/** Addresses of the area's desktop pages, with the query parameters of the spec's section 2. */

/** A new application has a tab of its own, also before it has a number. */
export function applyAddress(
  applyType: ApplyType,
  area: AreaAddress | undefined,
  countryBudgetCodes: readonly string[] = [],
  level: BudgetLevel = 'country',
): string {
  const query = new URLSearchParams({ type: 'new', applyType, ...(level === 'project' ? { level } : {}) })
  if (area) {
    query.set('idcCode', area.idcCode)
    query.set('topAreaId', area.value)
  }
  if (countryBudgetCodes.length > 0) query.set('countryBudgetCodes', countryBudgetCodes.join(','))
  query.set('id', newDocumentId())
  return `/budget/pc/country/apply?${query}`
}

/** A new transfer, with the giving budgets where they were selected. */
export function transferAddress(
  level: 'country' | 'project',
  area: AreaAddress | undefined,
  countryBudgetCodes: readonly string[] = [],
): string {
  const query = new URLSearchParams({ type: 'new', applyType: level })
  if (area) {
    query.set('idcCode', area.idcCode)
    query.set('topAreaId', area.value)
  }
  if (countryBudgetCodes.length > 0) query.set('countryBudgetCodes', countryBudgetCodes.join(','))
  query.set('id', newDocumentId())
  return `/budget/pc/transfer/apply?${query}`
}

/** A new pool application. */
export function poolApplyAddress(applyType: PoolApplyType, area: AreaAddress | undefined): string {
  const query = new URLSearchParams({ type: 'new', applyType })
  if (area) {
    query.set('idcCode', area.idcCode)
    query.set('topAreaId', area.value)
  }
  query.set('id', newDocumentId())
  return `/budget/pc/pool/apply?${query}`
}

/** A new year-end document; an undo names its run. */
export function yearEndAddress(
  kind: 'carryOver' | 'close' | 'undo',
  area: AreaAddress | undefined,
  year: number,
  run?: { readonly no: string; readonly projectPoolCode: string | null },
): string {
  const query = new URLSearchParams({ type: 'new', applyType: kind, year: String(year) })
  if (area) {
    query.set('idcCode', area.idcCode)
    query.set('topAreaId', area.value)
  }
  if (run) query.set('undoOf', run.no)
  if (run?.projectPoolCode) query.set('projectPoolCode', run.projectPoolCode)
  query.set('id', newDocumentId())
  return `/budget/pc/year-end/apply?${query}`
}

/** A new change of control, of the selected budgets or of pools. */
export function settingAddress(
  target: 'line' | 'pool',
  area: AreaAddress | undefined,
  countryBudgetCodes: readonly string[] = [],
  year?: number,
): string {
  const query = new URLSearchParams({ type: 'new', applyType: target })
  if (area) {
    query.set('idcCode', area.idcCode)
    query.set('topAreaId', area.value)
  }
  if (year !== undefined) query.set('year', String(year))
  if (countryBudgetCodes.length > 0) query.set('countryBudgetCodes', countryBudgetCodes.join(','))
  query.set('id', newDocumentId())
  return `/budget/pc/setting/apply?${query}`
}

/** Lists of the budget pages that a link may open. */
export type GivenPage = 'country' | 'project' | 'transfer' | 'pool'

interface AreaAddress {
  readonly value: string
  readonly idcCode: string
}

const TRANSFER_LEVELS: readonly (string | null)[] = ['country', 'project']

/**
 * The spec's query parameters of links to budget pages (section 2: idcCode, topAreaId, applyNo, applyType,
 * countryBudgetCodes), translated to the list's area, view and filters. Null where there is nothing to translate.
 */
export function listQuery(
  query: URLSearchParams,
  page: GivenPage,
  areas: readonly AreaAddress[],
): URLSearchParams | null {
  const next = new URLSearchParams(query)
  const take = (name: string): string | null => {
    const value = next.get(name)
    next.delete(name)
    return value
  }
  const areaId = take('topAreaId')
  const area = areas.find(({ value }) => value === areaId)
  if (area && !next.has('idcCode')) next.set('idcCode', area.idcCode)
  const no = take('applyNo')
  const codes = take('countryBudgetCodes')
  if (page === 'transfer') {
    const level = take('applyType')
    if (TRANSFER_LEVELS.includes(level)) next.set('level', level!)
    if (no) next.set('no', no)
    if (codes) next.set('fromBudgetCode', codes)
  } else {
    const isOfApplications = no !== null || (query.has('applyType') && codes === null)
    if (no) next.set('no', no)
    if (codes) next.set('budgetCode', codes)
    if (page === 'project' && codes) next.set('view', 'lines')
    if (page !== 'project' && isOfApplications && !next.has('view')) next.set('view', 'applications')
    // A number determines its area by itself.
    if (page !== 'project' && no && !next.has('idcCode')) next.set('idcCode', 'all')
  }
  return next.toString() === query.toString() ? null : next
}

/** The budget that a link to a list of lines names without its area: such a list is of one area. Null: it names none, or the area. */
export function budgetOfNoArea(query: URLSearchParams, page: GivenPage): string | null {
  const isOfLines =
    page === 'country' ? query.get('view') !== 'applications' : page === 'project' && query.get('view') === 'lines'
  if (!isOfLines || query.get('idcCode') !== 'all') return null
  return (
    query
      .get('budgetCode')
      ?.split(/[\s,]+/)
      .find(Boolean) ?? null
  )
}

import type { PriceRow } from '../list/price-row.list.ts'

type Compared = Pick<PriceRow, 'skuCode' | 'areaId' | 'classificationCode' | 'tradeTermCode' | 'currency'>

/** What the list and the comparison both filter by. */
const SHARED = ['areaId', 'classificationCode', 'currency', 'asOf', 'skuCode', 'spuCode', 'tradeTermCode'] as const

/** More products would make an address that is too long: then the whole classifications are compared. */
export const MOST_COMPARED = 100

/** The question of a comparison that begins with what a list is filtered by. */
export function comparedFilters(filters: Readonly<Record<string, unknown>>): URLSearchParams {
  return asQuery(Object.fromEntries(SHARED.map((name) => [name, textOf(filters[name])])))
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')

/** The question of a comparison that begins with chosen prices: their products, and of two areas or classifications one on each side. */
export function comparedPrices(rows: readonly Compared[], asOf: string): URLSearchParams {
  const values = (name: keyof Compared, of: readonly Compared[] = rows) => [
    ...new Set(of.flatMap((row) => row[name] ?? [])),
  ]
  const only = (found: readonly string[]) => (found.length === 1 ? found[0]! : '')
  const skus = values('skuCode')
  const areas = values('areaId')
  const [area = '', other = ''] = areas
  const shared = {
    areaId: area,
    tradeTermCode: only(values('tradeTermCode')),
    skuCode: skus.length > MOST_COMPARED ? '' : skus.join(','),
    asOf,
  }
  if (areas.length === 2) {
    const within = (name: 'classificationCode' | 'currency', areaId: string) =>
      only(
        values(
          name,
          rows.filter((row) => row.areaId === areaId),
        ),
      )
    return asQuery({
      ...shared,
      kind: 'areas',
      otherAreaId: other,
      classificationCode: within('classificationCode', area),
      otherClassificationCode: within('classificationCode', other),
      currency: within('currency', area),
      otherCurrency: within('currency', other),
    })
  }
  const [classification = '', second = '', ...more] = values('classificationCode')
  return asQuery({
    ...shared,
    areaId: only(areas),
    classificationCode: areas.length === 1 ? classification : '',
    otherClassificationCode: areas.length === 1 && more.length === 0 ? second : '',
    currency: only(values('currency')),
  })
}

const asQuery = (values: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))

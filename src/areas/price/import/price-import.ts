import { seenCustomers } from '#areas/customer/customer.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type {
  AppliedRow,
  ApplyRow,
  CheckedRow,
  ImportDefinition,
  Importer,
  ImportRow,
} from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import { priceErrors } from '../price.errors.ts'
import { intervals } from '../price.intervals.ts'
import { priceColumns } from './import-columns.ts'
import { areaLists, isInScope } from './import-scope.server.ts'
import { importTexts } from '../locale/import-texts.ts'
import {
  type AskedPrice,
  lockKeys,
  makeKeys,
  type PriceFound,
  pricesFound,
  writePrices,
} from './price-import.queries.ts'
import { IMPORTED, runNo, takingBack } from './take-back.server.ts'

const MOST_ROWS = 100_000
const MOST_RATE = 100

const textOf = (values: ImportValues, key: string): string => values[key] ?? ''

function askedOf({ row, values }: ImportRow): AskedPrice {
  return {
    row,
    area: textOf(values, 'area'),
    classification: values['classification'] ?? null,
    customer: values['customer'] ?? null,
    sku: textOf(values, 'sku'),
    term: textOf(values, 'term'),
    currency: textOf(values, 'currency').toUpperCase(),
    from: textOf(values, 'from'),
    to: values['to'] ?? null,
    price: textOf(values, 'price'),
    taxMode: textOf(values, 'taxMode'),
    taxRate: values['taxRate'] ?? null,
    basis: values['basis'] ?? null,
  }
}

function problemsOf(
  importer: Importer,
  asked: AskedPrice,
  found: PriceFound,
  customers: ReadonlySet<string>,
): readonly Refusal[] {
  const { area, classification, customer, sku, term, currency, from, to, taxMode, taxRate } = asked
  if (found.areaId === null || !isInScope(importer, found.scopeId))
    return [priceErrors.areaUnknown({ area }, { field: 'area' })]
  const refusals: Refusal[] = []
  if (classification === null && customer === null)
    refusals.push(priceErrors.partyMissing({}, { field: 'classification' }))
  if (classification !== null && customer !== null) refusals.push(priceErrors.partyTwice({}, { field: 'customer' }))
  else if (classification !== null && !found.isClassification)
    refusals.push(priceErrors.classificationUnknown({ classification }, { field: 'classification' }))
  else if (customer !== null && (!found.isCustomer || !customers.has(customer)))
    refusals.push(priceErrors.customerUnknown({ customer }, { field: 'customer' }))
  else if (!found.isTerm) {
    const refuse = customer === null ? priceErrors.tradeTermUnknown : priceErrors.tradeTermMissing
    refusals.push(refuse({ term }, { field: 'term' }))
  }
  if (!found.isSku) refusals.push(priceErrors.wrongSku({ sku }, { field: 'sku' }))
  if (!found.isCurrency) refusals.push(priceErrors.currencyUnknown({ currency, area }, { field: 'currency' }))
  if (to !== null && to < from) refusals.push(priceErrors.datesReversed({}, { field: 'to' }))
  if (taxMode === 'inclusive' && (taxRate === null || amount(taxRate).lte(0)))
    refusals.push(priceErrors.taxRateMissing({}, { field: 'taxRate' }))
  if (taxRate !== null && amount(taxRate).gt(String(MOST_RATE)))
    refusals.push(priceErrors.taxRateTooHigh({ most: MOST_RATE }, { field: 'taxRate' }))
  if (found.heldBy !== null) refusals.push(priceErrors.held({ no: found.heldBy }, { field: 'sku' }))
  return refusals
}

interface Looked {
  readonly asked: AskedPrice
  readonly found: PriceFound
  readonly refusals: readonly Refusal[]
}

/** What each row is about and what speaks against it, in one statement for all of them. */
async function lookAt(tx: Tx, importer: Importer, rows: readonly ImportRow[]): Promise<readonly Looked[]> {
  const asked = rows.map(askedOf)
  const found = new Map(
    (await tx.rows(pricesFound(JSON.stringify(asked), importer.runId ?? null))).map((each) => [each.row, each]),
  )
  const codes = [...new Set(asked.flatMap(({ customer }) => customer ?? []))]
  const customers = await seenCustomers(tx, importer.principal, codes)
  return asked.map((each) => {
    const about = found.get(each.row)
    if (!about) throw new Error(`row ${each.row} was not looked at`)
    return { asked: each, found: about, refusals: problemsOf(importer, each, about, customers) }
  })
}

/** The same price of the same time once more. */
function isSame({ asked, found: { before, later } }: Looked): boolean {
  return (
    before !== null &&
    later === 0 &&
    amount(before.price).eq(asked.price) &&
    before.taxMode === asked.taxMode &&
    amount(before.taxRate).eq(asked.taxRate ?? '0') &&
    before.to === asked.to
  )
}

function shown(values: ImportValues, before: NonNullable<PriceFound['before']>): ImportValues {
  const { price, taxMode, taxRate, basis, from, to } = before
  return { ...values, price, taxMode, taxRate: amount(taxRate).eq('0') ? null : taxRate, basis, from, to }
}

/** What the check saw of a key: whatever changes it afterwards is later. */
interface Basis {
  readonly last: string | null
}

async function check(tx: Tx, importer: Importer, rows: readonly ImportRow[]): Promise<readonly CheckedRow[]> {
  const looked = await lookAt(tx, importer, rows)
  return looked.map((each, index): CheckedRow => {
    const { asked, found, refusals } = each
    const { row, values } = rows[index]!
    if (refusals.length > 0)
      return { row, errors: refusals.map(({ key, params, field }) => ({ row, column: field ?? '', key, params })) }
    const { areaId, before, later, last } = found
    const { classification, customer, sku, term, currency, from } = asked
    const warning = priceErrors.replacesLater({ count: later })
    const basis: Basis = { last }
    return {
      row,
      action: isSame(each) ? 'same' : before ? 'update' : 'create',
      key: [areaId, classification ? `c ${classification}` : `k ${customer ?? ''}`, sku, term, currency, from].join(
        ' ',
      ),
      before: before && shown(values, before),
      after: { ...values, currency },
      basis,
      ...(later > 0 ? { warnings: [{ row, column: 'from', key: warning.key, params: warning.params }] } : {}),
    }
  })
}

async function apply(tx: Tx, importer: Importer, rows: readonly ApplyRow[]): Promise<readonly AppliedRow[]> {
  const first = await lookAt(tx, importer, rows)
  const possible = JSON.stringify(first.filter(({ refusals }) => refusals.length === 0).map(({ asked }) => asked))
  await tx.run(makeKeys(possible))
  await tx.run(lockKeys(possible))
  const good: AskedPrice[] = []
  const outcomes = (await lookAt(tx, importer, rows)).map(({ asked, found, refusals }, index): AppliedRow => {
    const { last = null } = (rows[index]!.basis ?? {}) as Partial<Basis>
    const isChanged = found.last !== last
    const refusal =
      refusals[0] ?? (isChanged ? priceErrors.changedSince({ no: found.lastNo ?? '' }, { field: 'sku' }) : null)
    if (refusal) return { row: asked.row, refusal }
    good.push(asked)
    return { row: asked.row, undo: {} }
  })
  if (good.length > 0) {
    const { runId, now, principal } = importer
    await tx.run(writePrices(JSON.stringify(good), runId, now, principal.userId, runNo(importer)))
  }
  return outcomes
}

/** List prices from a workbook: real installations have them elsewhere. */
export const priceImport: ImportDefinition = {
  name: 'prices',
  right: 'price.import',
  title: (language) => importTexts[language].prices.title,
  columns: () => priceColumns,
  maxRows: MOST_ROWS,
  resultPath: '/aps/price/import/result',
  lists: areaLists,
  notes: (language) => importTexts[language].prices.lines,
  example: {
    area: 'IN',
    classification: 'PC-IN-A',
    customer: null,
    sku: 'SKU000101',
    term: 'FOB',
    currency: 'INR',
    price: '15999.00',
    taxMode: 'exclusive',
    taxRate: null,
    from: '2027-01-01',
    to: null,
    basis: 'newProduct',
  },
  check,
  apply,
  undo: takingBack({
    definition: intervals[0]!,
    own: `r.source_type = '${IMPORTED}' and r.source_id + 0 = $1`,
    holds: 'price_hold',
  }),
  changes: ['priceRow'],
}

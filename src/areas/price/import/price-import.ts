import { seenCustomers } from '#areas/customer/customer.facade.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { amount } from '#kernel/base/money/money.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { actOn } from '#kernel/services/imports/draft-acts.ts'
import type {
  AppliedRow,
  ApplyRow,
  CheckedRow,
  ImportDefinition,
  Importer,
  ImportRow,
  UndoRow,
} from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import { MOST_FEED_LINES, priceFeed } from '../feed/price-feed.doc.ts'
import { priceFeedDocument } from '../feed/price-feed.document.ts'
import { costsOfRows, lockKeys, makeKeys, pricesFound } from '../feed/price-feed.queries.ts'
import { type AskedPrice, keyOf, type PriceFound, rowProblems } from '../feed/price-feed.rules.ts'
import { priceErrors } from '../price.errors.ts'
import { heldAsShown } from '../shared/held-by.server.ts'
import { PRICE } from '../shared/price-terms.ts'
import { intervals } from '../price.intervals.ts'
import { priceColumns } from './import-columns.ts'
import { areaLists, isInScope } from './import-scope.server.ts'
import { importTexts } from '../locale/import-texts.ts'
import { judged, priceFigures } from './price-warnings.server.ts'
import { IMPORTED, runNo, takingBack } from './take-back.server.ts'

const MOST_ROWS = 100_000

const textOf = (values: ImportValues, key: string): string => values[key] ?? ''

interface AskedRow extends AskedPrice {
  readonly area: string
}

function askedOf({ row, values }: ImportRow): AskedRow {
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

interface Looked {
  readonly asked: AskedRow
  readonly found: PriceFound
  readonly refusals: readonly Refusal[]
  readonly judged: ReturnType<typeof judged>
}

/** What each row is about and what speaks against it, in one statement for all of them; its costs where the row is judged. */
async function lookAt(
  tx: Tx,
  importer: Importer,
  rows: readonly ImportRow[],
  isJudged = true,
): Promise<readonly Looked[]> {
  const asked = rows.map(askedOf)
  const { userId } = importer.principal
  const found = new Map(
    (await tx.rows(pricesFound(JSON.stringify(asked), runNo(importer), userId))).map((each) => [
      each.row,
      heldAsShown(importer.principal, each),
    ]),
  )
  const costs = new Map(
    (isJudged ? await tx.rows(costsOfRows(JSON.stringify(asked))) : []).map((each) => [each.row, each]),
  )
  const codes = [...new Set(asked.flatMap(({ customer }) => customer ?? []))]
  const customers = await seenCustomers(tx, importer.principal, codes)
  return asked.map((each) => {
    const about = found.get(each.row)
    if (!about) throw new Error(`row ${each.row} was not looked at`)
    const isTheirs = about.areaId !== null && isInScope(importer, about.scopeId)
    const refusals = isTheirs
      ? [
          // A feed takes no more, and refuses all of its rows for one.
          ...(amount(each.price).gt(PRICE.max)
            ? [priceErrors.priceTooHigh({ most: PRICE.max }, { field: 'price' })]
            : []),
          ...rowProblems(each, about, {
            isSeen: (customer) => customers.has(customer),
            at: (field) => ({ field }),
          }),
        ]
      : [priceErrors.areaUnknown({ area: each.area }, { field: 'area' })]
    return { asked: each, found: about, refusals, judged: judged(each, about, costs.get(each.row), importer.principal) }
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

/** The price that stands, with the days of the new one: those of its own stay as they are. */
function shown(values: ImportValues, before: NonNullable<PriceFound['before']>): ImportValues {
  const { price, taxMode, taxRate, basis } = before
  return { ...values, price, taxMode, taxRate: amount(taxRate).eq('0') ? null : taxRate, basis }
}

/** What the check saw of a key: whatever changes it afterwards is later. */
interface Basis {
  readonly last: string | null
}

async function check(tx: Tx, importer: Importer, rows: readonly ImportRow[]): Promise<readonly CheckedRow[]> {
  const looked = await lookAt(tx, importer, rows)
  return looked.map((each, index): CheckedRow => {
    const { asked, found, refusals, judged: figures } = each
    const { row, values } = rows[index]!
    if (refusals.length > 0)
      return { row, errors: refusals.map(({ key, params, field }) => ({ row, column: field ?? '', key, params })) }
    const { areaId, before, later, last } = found
    const warning = priceErrors.replacesLater({ count: later })
    const basis: Basis = { last }
    return {
      row,
      action: isSame(each) ? 'same' : before ? 'update' : 'create',
      key: keyOf(areaId, asked),
      before: before && { ...shown(values, before), ...figures.before },
      after: { ...values, currency: asked.currency, ...figures.after },
      asks: figures.asks,
      basis,
      ...(later > 0 ? { warnings: [{ row, column: 'from', key: warning.key, params: warning.params }] } : {}),
    }
  })
}

/** The feed that a row went into, and its line there. */
interface Written {
  readonly id: string
  readonly line: number
}

/** The rows of each area and kind of product become a feed of it (B8). Their keys are locked first, so that what is looked at is what the feed meets. */
async function apply(tx: Tx, importer: Importer, rows: readonly ApplyRow[]): Promise<readonly AppliedRow[]> {
  const first = await lookAt(tx, importer, rows, false)
  const possible = JSON.stringify(first.filter(({ refusals }) => refusals.length === 0).map(({ asked }) => asked))
  await tx.run(makeKeys(possible))
  await tx.run(lockKeys(possible))
  const good: Looked[] = []
  const refused = (await lookAt(tx, importer, rows, !importer.confirmation)).flatMap((looked, index): AppliedRow[] => {
    const { asked, found, refusals, judged: figures } = looked
    const { last = null } = (rows[index]!.basis ?? {}) as Partial<Basis>
    const isChanged = found.last !== last
    const asksNow = figures.asks.length > 0 && !importer.confirmation
    const refusal =
      refusals[0] ??
      (isChanged ? priceErrors.changedSince({ no: found.lastNo ?? '' }, { field: 'sku' }) : null) ??
      (asksNow ? priceErrors.asksSince({}, { field: 'price' }) : null)
    if (refusal) return [{ row: asked.row, refusal }]
    good.push(looked)
    return []
  })
  const outcomes = [...refused]
  for (const ofArea of Map.groupBy(good, ({ found }) => `${found.areaId} ${found.categoryClass}`).values())
    outcomes.push(...(await raised(tx, importer, ofArea)))
  return outcomes
}

async function raised(tx: Tx, importer: Importer, rows: readonly Looked[]): Promise<readonly AppliedRow[]> {
  const { areaId, idcCode } = rows[0]!.found
  const raw = {
    idcCode,
    areaId,
    source: 'file',
    reference: runNo(importer),
    ...(importer.confirmation ? { reason: importer.confirmation } : {}),
    lines: rows.map(({ asked: { row, classification, customer, sku, term, from, to, ...others } }) => ({
      ...others,
      sourceRow: row,
      classificationCode: classification,
      customerCode: customer,
      skuCode: sku,
      tradeTermCode: term,
      effectiveFrom: from,
      effectiveTo: to,
    })),
  }
  const { id, no } = await actOn(tx, priceFeedDocument, importer, { action: 'submit', raw })
  return rows.map(({ asked: { row } }, line): AppliedRow => {
    const undo: Written = { id, line }
    return { row, undo, made: { id, no } }
  })
}

/** Rows that were written before feeds were documents. */
const takeBackOld = takingBack({
  definition: intervals[0]!,
  own: `r.source_type = '${IMPORTED}' and r.source_id + 0 = $1`,
  holds: 'price_hold',
})

/** Takes the feeds back that the rows went into, each as a whole; a person may have done so with one of them before. */
async function undo(tx: Tx, importer: Importer, rows: readonly UndoRow[]): Promise<readonly AppliedRow[]> {
  const feedOf = ({ undo: written }: UndoRow) => (written as Partial<Written> | null)?.id ?? null
  const outcomes: AppliedRow[] = []
  const feeds = Map.groupBy(rows, feedOf)
  for (const [id, ofFeed] of feeds) {
    if (id === null) outcomes.push(...(await takeBackOld(tx, importer, ofFeed)))
    else outcomes.push(...(await takenBack(tx, importer, id, ofFeed)))
  }
  return outcomes
}

async function takenBack(
  tx: Tx,
  importer: Importer,
  id: string,
  rows: readonly UndoRow[],
): Promise<readonly AppliedRow[]> {
  const done = rows.map(({ row }): AppliedRow => ({ row, undo: null }))
  const feed = await tx.first(stateOf(id))
  if (feed?.state === 'undone') return done
  const reason = importTexts[importer.language].prices.takenBack
  try {
    await actOn(tx, priceFeedDocument, importer, { action: 'undo', id, input: { reason } })
    return done
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { refusals } = error
    const common = refusals.find(({ row }) => row === undefined)
    return rows.map(({ row, undo: written }) => {
      const refusal = common ?? refusals.find((each) => each.row === (written as Written).line)
      return refusal ? { row, refusal } : { row, undo: null }
    })
  }
}

const stateOf = prepared<{ state: string }>('price.feed-state', 'select state from price_feed where id = $1')

/** List prices from a workbook: real installations have them elsewhere. */
export const priceImport: ImportDefinition = {
  name: 'prices',
  right: 'price.import',
  title: (language) => importTexts[language].prices.title,
  columns: () => priceColumns,
  figures: priceFigures,
  makes: { document: priceFeed, takenBack: 'undone' },
  maxRows: MOST_ROWS,
  rowsAtOnce: MOST_FEED_LINES.file,
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
  undo,
  changes: ['priceRow', 'priceFeed'],
}

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
import { areaLists, isInScope } from './import-scope.server.ts'
import { costColumns } from './import-columns.ts'
import { importTexts } from '../locale/import-texts.ts'
import {
  type AskedCost,
  type CostFound,
  costsFound,
  lockCostKeys,
  makeCostKeys,
  writeCosts,
} from './cost-import.queries.ts'
import { runNo, takingBack } from './take-back.server.ts'

const MOST_ROWS = 100_000
const MOST_MARGIN = 100

const textOf = (values: ImportValues, key: string): string => values[key] ?? ''

function askedOf({ row, values }: ImportRow): AskedCost {
  return {
    row,
    area: textOf(values, 'area'),
    sku: textOf(values, 'sku'),
    currency: textOf(values, 'currency').toUpperCase(),
    cost: textOf(values, 'cost'),
    floor: textOf(values, 'floor'),
    from: textOf(values, 'from'),
  }
}

function problemsOf(importer: Importer, { area, sku, currency, floor }: AskedCost, found: CostFound): Refusal[] {
  if (found.areaId === null || !isInScope(importer, found.scopeId))
    return [priceErrors.areaUnknown({ area }, { field: 'area' })]
  return [
    ...(found.isSku ? [] : [priceErrors.wrongSku({ sku }, { field: 'sku' })]),
    ...(found.isCurrency ? [] : [priceErrors.currencyUnknown({ currency, area }, { field: 'currency' })]),
    ...(amount(floor).lt(String(MOST_MARGIN))
      ? []
      : [priceErrors.floorTooHigh({ most: MOST_MARGIN }, { field: 'floor' })]),
  ]
}

async function lookAt(tx: Tx, importer: Importer, rows: readonly ImportRow[]) {
  const asked = rows.map(askedOf)
  const statement = costsFound(JSON.stringify(asked), importer.runId ?? null, importer.runId ? runNo(importer) : null)
  const found = new Map((await tx.rows(statement)).map((each) => [each.row, each]))
  return asked.map((each) => {
    const about = found.get(each.row)
    if (!about) throw new Error(`row ${each.row} was not looked at`)
    return { asked: each, found: about, refusals: problemsOf(importer, each, about) }
  })
}

/** What the check saw of a key: whatever changes it afterwards is later. */
interface Basis {
  readonly last: string | null
}

async function check(tx: Tx, importer: Importer, rows: readonly ImportRow[]): Promise<readonly CheckedRow[]> {
  const looked = await lookAt(tx, importer, rows)
  return looked.map(({ asked, found, refusals }, index): CheckedRow => {
    const { row, values } = rows[index]!
    if (refusals.length > 0)
      return { row, errors: refusals.map(({ key, params, field }) => ({ row, column: field ?? '', key, params })) }
    const { before, later, last, areaId } = found
    const isSame =
      before !== null && later === 0 && amount(before.cost).eq(asked.cost) && amount(before.floor).eq(asked.floor)
    const warning = priceErrors.replacesLater({ count: later })
    const basis: Basis = { last }
    return {
      row,
      action: isSame ? 'same' : before ? 'update' : 'create',
      key: [areaId, asked.sku, asked.currency, asked.from].join(' '),
      before: before && { ...values, ...before },
      after: { ...values, currency: asked.currency },
      basis,
      ...(later > 0 ? { warnings: [{ row, column: 'from', key: warning.key, params: warning.params }] } : {}),
    }
  })
}

async function apply(tx: Tx, importer: Importer, rows: readonly ApplyRow[]): Promise<readonly AppliedRow[]> {
  const first = await lookAt(tx, importer, rows)
  const possible = JSON.stringify(first.filter(({ refusals }) => refusals.length === 0).map(({ asked }) => asked))
  await tx.run(makeCostKeys(possible))
  await tx.run(lockCostKeys(possible))
  const good: AskedCost[] = []
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
    await tx.run(writeCosts(JSON.stringify(good), runId, now, principal.userId, runNo(importer)))
  }
  return outcomes
}

/** What products cost, and the least margin of their prices, from a workbook. */
export const costImport: ImportDefinition = {
  name: 'costs',
  right: 'price.cost.edit',
  title: (language) => importTexts[language].costs.title,
  columns: () => costColumns,
  maxRows: MOST_ROWS,
  lists: areaLists,
  notes: (language) => importTexts[language].costs.lines,
  example: { area: 'IN', sku: 'SKU000101', currency: 'INR', cost: '13100.00', floor: '8.00', from: '2027-01-01' },
  check,
  apply,
  undo: takingBack({ definition: intervals[1]!, own: 'r.source_no = $5', holds: null }),
  changes: ['priceCost'],
}

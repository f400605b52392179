import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordChange, RecordRules } from '#kernel/engine/record/record-rules.ts'
import { location } from './location.record.ts'
import { warehouse } from './warehouse.record.ts'
import { storeErrors } from '../store.errors.ts'
import { warehousesWithStock } from '../stock/stock.server.ts'

/** Target location of stock moved for a price error (B19, spec section 9). */
export const TRANSFER_LOCATION = '990001'

interface UnitRow {
  readonly code: string
  readonly unit: string | null
}

const inventoryUnits = prepared<UnitRow>(
  'warehouse.inventory-units',
  'select code, operating_unit_code as unit from inventory_organisation where code = any ($1::text[])',
)
const customerUnits = prepared<UnitRow>(
  'warehouse.customer-units',
  'select code, operating_unit_code as unit from customer where code = any ($1::text[])',
)

function codes(changes: readonly RecordChange[], field: string): readonly string[] {
  return changes.flatMap(({ after }) => (typeof after?.[field] === 'string' ? [after[field]] : []))
}

/**
 * B20: stock is counted by an inventory organisation, which belongs to one operating unit and so to one company; a customer is sold to by
 * one. Where both are named they must be the same, or stock would be in the books of another company.
 */
async function mismatches(tx: Tx, changes: readonly RecordChange[]): Promise<ReadonlySet<RecordChange>> {
  const both = changes.filter(({ after }) => after?.['inventoryOrganisationCode'] && after['customerCode'])
  if (both.length === 0) return new Set()
  const inventory = await tx.rows(inventoryUnits(codes(both, 'inventoryOrganisationCode')))
  const customers = await tx.rows(customerUnits(codes(both, 'customerCode')))
  const unitOf = (rows: readonly UnitRow[], code: unknown) => rows.find((row) => row.code === code)?.unit ?? null
  return new Set(
    both.filter(({ after }) => {
      const unit = unitOf(customers, after?.['customerCode'])
      return unit === null || unit !== unitOf(inventory, after?.['inventoryOrganisationCode'])
    }),
  )
}

/** Warehouses to be disabled or deleted that still hold stock. */
async function stillFull(tx: Tx, changes: readonly RecordChange[]): Promise<ReadonlySet<RecordChange>> {
  const closing = changes.filter(({ act, from, to }) => act === 'delete' || (to === 'disabled' && from === 'enabled'))
  const full = await warehousesWithStock(
    tx,
    closing.map(({ key }) => key),
  )
  return new Set(closing.filter(({ key }) => full.has(key)))
}

export const warehouseRules: RecordRules = {
  record: warehouse,
  async refuse(tx, _, changes) {
    const [mismatched, full] = [await mismatches(tx, changes), await stillFull(tx, changes)]
    return new Map(
      changes.map((change) => {
        const refusals: Refusal[] = []
        if (mismatched.has(change)) refusals.push(storeErrors.mustMatch({}, { field: 'customerCode' }))
        if (full.has(change)) refusals.push(storeErrors.notEmpty({ warehouse: change.key }))
        return [change, refusals]
      }),
    )
  },
}

export const locationRules: RecordRules = {
  record: location,
  refuse: async (_tx, _by, changes) =>
    new Map(
      changes.flatMap((change) => {
        const { act, key, to, before, after } = change
        const isMoved = before !== null && after !== null && before['warehouseCode'] !== after['warehouseCode']
        const goes = act === 'delete' || to === 'disabled' || isMoved
        return key === TRANSFER_LOCATION && goes
          ? [[change, [storeErrors.transferLocation({ location: TRANSFER_LOCATION })]] as const]
          : []
      }),
    ),
}

import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { money } from '#kernel/platform/http/wire-schemas.ts'
import { sightOf } from '#kernel/platform/access/scoped.ts'
import { equals } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { rightsOf } from '../shared/scheme-document.ts'

/** Open items of customers, for the lines of an adjustment: of all operating units that a customer buys from. */
const items = selectorRows(
  { table: 'receivable_item', key: 'no', keyType: 'text' },
  {
    itemNo: 'no',
    kind: 'kind',
    operatingUnitCode: 'u.code',
    operatingUnitName: 'u.name_{language}',
    currency: 'currency',
    dueOn: 'receivable_item.due_on::text',
    open: { of: 'receivable_item.open::text', as: money },
    free: { of: '(receivable_item.open - receivable_item.locked)::text', as: money },
  },
  {
    join: 'join operating_unit u on u.code = receivable_item.operating_unit_code',
    search: ['no'],
    order: 'receivable_item.open = 0, receivable_item.due_on, receivable_item.id',
    counted: 'more',
  },
)

export const receivablesSelectorRoutes: readonly Route[] = [
  selectorRoute({
    path: '/aps/scheme/receivable/list',
    right: rightsOf('receivablesAdjustment').view,
    summary:
      'Open items of a customer with what of them no document in approval has, those due first; behind them the settled ones',
    most: 1000,
    usual: 200,
    filters: { customerCode: Type.String({ maxLength: 64 }) },
    rows: items,
    select: ({ context, body, selection }) =>
      items.of(
        selection,
        ...sightOf(context.principal, 'receivable_item'),
        equals('receivable_item.customer_code', body.customerCode),
        sql<SqlBool>`receivable_item.kind in ('invoice', 'debitNote')`,
      ),
  }),
]

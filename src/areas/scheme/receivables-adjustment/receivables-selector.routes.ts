import { sql } from 'kysely'
import { Type } from 'typebox'
import { scoped } from '#kernel/platform/access/scoped.ts'
import {
  matches,
  nameIn,
  selectionOf,
  selectorBody,
  selectorData,
  selectorPage,
} from '#kernel/engine/document/list/selector.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { rightsOf } from '../shared/scheme-document.ts'

const text = Type.String()
const money = Type.String({ description: 'decimal text with two decimals' })

/** Receivables for the lines of an adjustment, of all operating units that a customer buys from. */
const items = defineRoute({
  method: 'POST',
  path: '/aps/scheme/receivable/list',
  right: rightsOf('receivablesAdjustment').view,
  summary:
    'Open items of a customer with what of them no document in approval has, those due first; behind them the settled ones',
  mode: 'read',
  body: selectorBody(1000, { customerCode: Type.String({ maxLength: 64 }) }),
  data: selectorData({
    itemNo: text,
    kind: text,
    operatingUnitCode: text,
    operatingUnitName: text,
    currency: text,
    dueOn: text,
    open: money,
    free: money,
  }),
  async handler(tx, context, { body }) {
    const selection = selectionOf(context, body, 200)
    const rows = await tx.rows(
      scoped(context.principal, 'receivable_item')
        .innerJoin('operating_unit as u', 'u.code', 'receivable_item.operating_unit_code')
        .select([
          'receivable_item.no as itemNo',
          'receivable_item.kind',
          'u.code as operatingUnitCode',
          nameIn(selection.language, 'u').as('operatingUnitName'),
          'receivable_item.currency',
          sql<string>`receivable_item.due_on::text`.as('dueOn'),
          sql<string>`receivable_item.open::text`.as('open'),
          sql<string>`(receivable_item.open - receivable_item.locked)::text`.as('free'),
        ])
        .where('receivable_item.customer_code', '=', body.customerCode)
        .where('receivable_item.kind', 'in', ['invoice', 'debitNote'])
        .where(matches(selection.keyword, 'receivable_item', ['no']))
        .orderBy(sql`receivable_item.open = 0`)
        .orderBy('receivable_item.due_on')
        .orderBy('receivable_item.id')
        .limit(selection.limit + 1)
        .offset(selection.offset),
    )
    return selectorPage(rows, selection)
  },
})

export const receivablesSelectorRoutes: readonly Route[] = [items]

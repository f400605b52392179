import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { TRANSFER_LOCATION } from '#areas/store/store.facade.ts'
import { scoped, withinScope } from '#kernel/platform/access/scoped.ts'
import { qb } from '#kernel/platform/db/statement.ts'
import {
  matches,
  nameIn,
  selectionOf,
  selectorAnswer,
  selectorBody,
  selectorData,
  selectorPage,
  totalBeside,
} from '#kernel/engine/document/list/selector.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { rightsOf } from '../shared/scheme-document.ts'

const RIGHT = rightsOf('adjustInvoice').view
const text = Type.String()

/** Lines of a customer's posted invoices that are not fully credited, newest first. */
const lines = defineRoute({
  method: 'POST',
  path: '/aps/scheme/invoice/list',
  right: RIGHT,
  summary: 'Invoice lines of a customer of which something is not credited yet, newest invoices first',
  mode: 'read',
  body: selectorBody(1000, { customerCode: Type.String({ maxLength: 64 }) }),
  data: selectorData({
    invoiceLine: text,
    skuCode: text,
    skuName: text,
    legalEntityCode: text,
    legalEntityName: text,
    operatingUnitCode: text,
    operatingUnitName: text,
    currency: text,
    taxRegime: text,
    issuedOn: text,
    price: text,
    quantity: Type.Integer(),
  }),
  async handler(tx, context, { body }) {
    const selection = selectionOf(context, body, 200)
    const { language } = selection
    const rows = await tx.rows(
      scoped(context.principal, 'customer_invoice')
        .innerJoin('customer_invoice_line as l', 'l.invoice_id', 'customer_invoice.id')
        .leftJoin('customer_invoice_balance as s', 's.line_id', 'l.id')
        .innerJoin('sku', 'sku.code', 'l.sku_code')
        .innerJoin('legal_entity as e', 'e.code', 'customer_invoice.legal_entity_code')
        .innerJoin('operating_unit as u', 'u.code', 'customer_invoice.operating_unit_code')
        .select([
          sql<string>`customer_invoice.no || '/' || l.line_no`.as('invoiceLine'),
          'sku.code as skuCode',
          nameIn(language, 'sku').as('skuName'),
          'e.code as legalEntityCode',
          nameIn(language, 'e').as('legalEntityName'),
          'u.code as operatingUnitCode',
          nameIn(language, 'u').as('operatingUnitName'),
          'customer_invoice.currency',
          'customer_invoice.tax_regime as taxRegime',
          sql<string>`customer_invoice.issued_on::text`.as('issuedOn'),
          // The current price, after notes.
          sql<string>`round((l.net + coalesce(s.debited_net, 0) - coalesce(s.credited_net, 0)) / (l.quantity - coalesce(s.credited_quantity, 0)), 2)::text`.as(
            'price',
          ),
          sql<number>`l.quantity - coalesce(s.credited_quantity, 0)`.as('quantity'),
        ])
        .where('customer_invoice.customer_code', '=', body.customerCode)
        .where('customer_invoice.kind', '=', 'invoice')
        .where(
          sql<SqlBool>`coalesce(s.credited_net, 0) < l.net + coalesce(s.debited_net, 0) and coalesce(s.credited_quantity, 0) < l.quantity`,
        )
        .where(matches(selection.keyword, 'customer_invoice', ['no']))
        .orderBy('customer_invoice.issued_on', 'desc')
        .orderBy('customer_invoice.id', 'desc')
        .orderBy('l.line_no')
        .limit(selection.limit + 1)
        .offset(selection.offset),
    )
    return selectorPage(rows, selection)
  },
})

/** Possible locations of a corrected line's stock; the transfer location of price errors is everybody's. */
const locations = defineRoute({
  method: 'POST',
  path: '/aps/scheme/location/list',
  right: RIGHT,
  summary: 'Storage locations that are in use, and the transfer location of price errors',
  mode: 'read',
  body: selectorBody(1000, {}),
  data: selectorData({ locationCode: text, locationName: text, subLocation: text, warehouseName: text }),
  async handler(tx, context, { body }) {
    const selection = selectionOf(context, body, 1000)
    const rows = await tx.rows(
      qb
        .selectFrom('location')
        .innerJoin('warehouse as w', 'w.code', 'location.warehouse_code')
        .select([
          'location.code as locationCode',
          nameIn(selection.language, 'location').as('locationName'),
          'location.sub_location as subLocation',
          nameIn(selection.language, 'w').as('warehouseName'),
          totalBeside,
        ])
        .where('location.enabled', '=', true)
        .where((where) =>
          where.or([
            where('location.code', '=', TRANSFER_LOCATION),
            withinScope(context.principal.scope, 'location.scope_id'),
          ]),
        )
        .where(matches(selection.keyword, 'location'))
        .orderBy('location.code')
        .limit(selection.limit)
        .offset(selection.offset),
    )
    return selectorAnswer(rows, selection)
  },
})

export const invoiceSelectorRoutes: readonly Route[] = [lines, locations]

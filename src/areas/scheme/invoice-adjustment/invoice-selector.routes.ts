import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { locationReference } from '#areas/store/references.facade.ts'
import { TRANSFER_LOCATION } from '#areas/store/store.facade.ts'
import { sightOf, withinScope } from '#kernel/platform/access/scoped.ts'
import { equals } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { rightsOf } from '../shared/scheme-document.ts'

const RIGHT = rightsOf('adjustInvoice').view

const lines = selectorRows(
  { table: 'customer_invoice', key: 'no', keyType: 'text' },
  {
    invoiceLine: "customer_invoice.no || '/' || l.line_no",
    skuCode: 'sku.code',
    skuName: 'sku.name_{language}',
    legalEntityCode: 'e.code',
    legalEntityName: 'e.name_{language}',
    operatingUnitCode: 'u.code',
    operatingUnitName: 'u.name_{language}',
    currency: 'currency',
    taxRegime: 'tax_regime',
    issuedOn: 'customer_invoice.issued_on::text',
    // The price in force: notes may have changed it.
    price:
      'round((l.net + coalesce(s.debited_net, 0) - coalesce(s.credited_net, 0)) / (l.quantity - coalesce(s.credited_quantity, 0)), 2)::text',
    quantity: { of: 'l.quantity - coalesce(s.credited_quantity, 0)', as: Type.Integer() },
  },
  {
    join: `join customer_invoice_line l on l.invoice_id = customer_invoice.id
      left join customer_invoice_balance s on s.line_id = l.id
      join sku on sku.code = l.sku_code
      join legal_entity e on e.code = customer_invoice.legal_entity_code
      join operating_unit u on u.code = customer_invoice.operating_unit_code`,
    search: ['no'],
    order: 'customer_invoice.issued_on desc, customer_invoice.id desc, l.line_no',
    counted: 'more',
  },
)

/** Where stock of a corrected line may stand. */
const locations = selectorRows(
  locationReference,
  { locationCode: 'code', locationName: 'name', subLocation: 'sub_location', warehouseName: 'w.name_{language}' },
  { join: 'join warehouse w on w.code = location.warehouse_code' },
)

export const invoiceSelectorRoutes: readonly Route[] = [
  selectorRoute({
    path: '/aps/scheme/invoice/list',
    right: RIGHT,
    summary: 'Invoice lines of a customer of which something is not credited yet, newest invoices first',
    most: 1000,
    usual: 200,
    filters: { customerCode: Type.String({ maxLength: 64 }) },
    rows: lines,
    select: ({ context, body, selection }) =>
      lines.of(
        selection,
        ...sightOf(context.principal, 'customer_invoice'),
        equals('customer_invoice.customer_code', body.customerCode),
        sql<SqlBool>`customer_invoice.kind = 'invoice' and coalesce(s.credited_net, 0) < l.net + coalesce(s.debited_net, 0)
          and coalesce(s.credited_quantity, 0) < l.quantity`,
      ),
  }),
  selectorRoute({
    path: '/aps/scheme/location/list',
    right: RIGHT,
    summary: 'Storage locations that are in use, and the transfer location of price errors',
    most: 1000,
    rows: locations,
    // The transfer location is everybody's.
    select: ({ context, selection }) =>
      locations.of(
        selection,
        sql<SqlBool>`(location.code = ${TRANSFER_LOCATION} or ${withinScope(context.principal.scope, 'location.scope_id')})`,
      ),
  }),
]

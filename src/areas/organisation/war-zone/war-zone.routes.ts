import { Type } from 'typebox'
import { sightOf } from '#kernel/platform/access/scoped.ts'
import { equals } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { warZone } from '../records/war-zone.record.ts'
import { whiteCustomer } from '../records/white-customer.record.ts'
import { whiteCustomers, zoneAreas, zonesOf } from './war-zone.queries.ts'

// Spec section 7, 'Areas and zones'. The spec does not list their fields: they are those of the area and customer options.

const warZoneCode = Type.Optional(Type.String({ maxLength: 64, description: 'without it all zones' }))

const list = defineRoute({
  method: 'POST',
  path: '/aps/war/zone/list',
  right: warZone.rights.view,
  summary: 'War zones that lead a country of the caller',
  mode: 'read',
  body: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
  data: Type.Array(Type.Object({ warZoneCode: Type.String(), warZoneName: Type.String() })),
  handler: (tx, context, { body }) => tx.rows(zonesOf(context, (body.keyword ?? '').replaceAll('\u0000', '').trim())),
})

const areas = defineRoute({
  method: 'POST',
  path: '/aps/war/zone/area',
  right: warZone.rights.view,
  summary: 'Areas of a war zone, as /aps/area answers them, with the countries of each that the zone leads',
  mode: 'read',
  body: Type.Object({ warZoneCode }),
  data: Type.Array(
    Type.Object({
      warZoneCode: Type.String(),
      id: Type.String(),
      areaName: Type.String(),
      areaId: Type.String(),
      idcCode: Type.String(),
      bizSystem: Type.String(),
      currency: Type.String(),
      countryCodes: Type.Array(Type.String()),
    }),
  ),
  handler: (tx, context, { body }) => tx.rows(zoneAreas(context, body.warZoneCode?.replaceAll('\u0000', ''))),
})

const customers = selectorRoute({
  path: '/aps/war/zone/white/customer',
  right: whiteCustomer.rights.view,
  summary: 'Customers that a war zone sells to though they are of another, as the customer list answers them',
  most: 9999,
  filters: { warZoneCode },
  rows: whiteCustomers,
  select: ({ context, body, selection }) =>
    whiteCustomers.of(
      selection,
      ...sightOf(context.principal, 'war_zone_customer'),
      equals('war_zone_customer.war_zone_code', body.warZoneCode?.replaceAll('\u0000', '')),
    ),
})

export const warZoneRoutes: readonly Route[] = [list, areas, customers]

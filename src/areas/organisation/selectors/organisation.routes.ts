import { Type } from 'typebox'
import { selectorBody, selectorData } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { CHOICES } from './choices.ts'
import { areaOf, areasInUse, countriesOf, countryRows } from './area.queries.ts'

const areas = defineRoute({
  method: 'POST',
  path: '/aps/area',
  right: CHOICES,
  summary: 'Areas that the caller may raise documents in',
  mode: 'read',
  body: Type.Object({ templateCode: Type.Optional(Type.String({ maxLength: 64 })) }),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      areaName: Type.String(),
      areaId: Type.String(),
      idcCode: Type.String(),
      bizSystem: Type.String(),
      currency: Type.String(),
    }),
  ),
  async handler(tx, context) {
    const rows = await tx.rows(areasInUse(context))
    return rows.map(({ id, areaName, areaId, idcCode, bizSystem, currency }) => ({
      id: String(id),
      areaName,
      areaId,
      idcCode,
      bizSystem,
      currency,
    }))
  },
})

const idcParams = Type.Object({ idc: Type.String({ maxLength: 16 }) })

const countries = selectorRoute({
  path: '/gs/:idc/oversea/aps/fsc/country',
  right: CHOICES,
  summary: 'Countries of an area',
  params: idcParams,
  most: 200,
  rows: countryRows,
  async select({ tx, context, params, selection }) {
    return countriesOf(context.principal.scope, await areaOf(context, tx, params.idc), selection)
  },
})

const areaRegions = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/fsc/area',
  right: CHOICES,
  summary: 'Regions (areas) of a data centre',
  mode: 'read',
  params: idcParams,
  body: selectorBody(1000, {}),
  data: selectorData({ areaCode: Type.String(), areaName: Type.String() }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    const keyword = (body.keyword ?? '').trim().toLowerCase()
    const found = [area.areaCode, area.areaName].some((text) => text.toLowerCase().includes(keyword))
    const records = found && (body.page ?? 1) === 1 ? [{ areaCode: area.areaCode, areaName: area.areaName }] : []
    return { records, recordTotal: found ? 1 : 0, capped: false }
  },
})

export const organisationRoutes: readonly Route[] = [areas, countries, areaRegions]

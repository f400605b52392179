import { type SqlBool, sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { type Area, areaById, areaOf, CHOICES, visibleAreas } from '#areas/organisation/organisation.facade.ts'
import { equals } from '#kernel/engine/document/list/selector.ts'
import { type SelectorCall, selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import {
  businesses,
  businessTypes,
  channels,
  departmentsOf,
  departments,
  poolsOf,
  pools,
  projectRows,
  projectsOf,
  regions,
} from './master.queries.ts'

const idcParams = Type.Object({ idc: Type.String({ maxLength: 16 }) })
const code = Type.Optional(Type.String({ maxLength: 64 }))
const wireId = Type.Union([Type.String({ maxLength: 16 }), Type.Integer()])

/** The selectors of budgets, each of an area: one outside the caller's scope answers as one that does not exist. */
const ofArea = <const F extends TProperties>(path: string, filters: F) => ({
  path: `/gs/:idc/oversea/aps/${path}`,
  right: CHOICES,
  params: idcParams,
  filters,
})
const areaIn = ({ tx, context, params }: SelectorCall<unknown, { readonly idc: string }>): Promise<Area> =>
  areaOf(context, tx, params.idc)
const idsOf = (areas: readonly Area[]): readonly number[] => areas.map(({ id }) => id)

export const masterRoutes: readonly Route[] = [
  selectorRoute({
    ...ofArea('budget/area/department', { topAreaIdList: Type.Optional(Type.Array(wireId, { maxItems: 100 })) }),
    summary: 'Budget departments of an area, or of several',
    most: 200,
    rows: departments,
    async select(call) {
      const area = await areaIn(call)
      const wanted = new Set((call.body.topAreaIdList ?? []).map(String))
      if (wanted.size === 0) return departmentsOf([area.id], call.selection)
      // Areas that the caller may not see add nothing, as if they did not exist.
      const seen = await call.tx.rows(visibleAreas(call.context))
      return departmentsOf(idsOf(seen.filter((each) => wanted.has(each.areaId))), call.selection)
    },
  }),
  selectorRoute({
    ...ofArea('fsc/business/type/list', {}),
    summary: 'Business types of the shared-service centre',
    most: 1000,
    rows: businessTypes,
    async select(call) {
      await areaIn(call)
      return businessTypes.of(call.selection)
    },
  }),
  selectorRoute({
    ...ofArea('budget/pool/project/list', {}),
    summary: 'Project pools of an area',
    most: 200,
    rows: pools,
    select: async (call) => poolsOf((await areaIn(call)).id, call.selection),
  }),
  selectorRoute({
    ...ofArea('budget/project/list', { countryCode: code, projectPoolCode: code }),
    summary: 'Projects of an area, of one country or fundable from one pool',
    most: 200,
    rows: projectRows,
    select: async (call) => projectsOf((await areaIn(call)).id, call.body, call.selection),
  }),
  selectorRoute({
    ...ofArea('budget/channel/list', { channelStatus: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })) }),
    summary: 'Customer channels of an area',
    most: 1000,
    rows: channels,
    async select(call) {
      const { id } = await areaIn(call)
      const status = equals('customer_channel.status', call.body.channelStatus)
      return channels.of(call.selection, equals('customer_channel.area_id', id), status)
    },
  }),
  selectorRoute({
    ...ofArea('budget/business/list', {}),
    summary: 'Budget businesses',
    most: 1000,
    rows: businesses,
    async select(call) {
      await areaIn(call)
      return businesses.of(call.selection)
    },
  }),
  selectorRoute({
    path: '/aps/budget/region/list',
    right: CHOICES,
    summary: 'Budget regions (sites) of an area, or of all areas of the caller',
    most: 1000,
    filters: { areaId: Type.Optional(wireId), idcCode: Type.Optional(Type.String({ maxLength: 16 })) },
    rows: regions,
    async select({ tx, context, body: { areaId, idcCode }, selection }) {
      const areas =
        areaId !== undefined
          ? [await areaById(context, tx, String(areaId))]
          : idcCode !== undefined
            ? [await areaOf(context, tx, idcCode)]
            : await tx.rows(visibleAreas(context))
      return regions.of(selection, sql<SqlBool>`budget_region.area_id = any(${idsOf(areas)}::int[])`)
    },
  }),
]

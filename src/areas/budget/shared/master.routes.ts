import { Type } from 'typebox'
import { areaById, areaOf, CHOICES, visibleAreas } from '#areas/organisation/organisation.facade.ts'
import {
  selectionOf,
  selectorAnswer,
  selectorBody,
  selectorData,
  selectorPage,
} from '#kernel/engine/document/list/selector.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import {
  businesses,
  businessTypes,
  channelsOf,
  departmentsOf,
  poolsOf,
  projectsOf,
  regionsOf,
} from './master.queries.ts'

const base = '/gs/:idc/oversea/aps'
const idcParams = Type.Object({ idc: Type.String({ maxLength: 16 }) })
const text = Type.String()
const code = Type.Optional(Type.String({ maxLength: 64 }))
const wireId = Type.Union([Type.String({ maxLength: 16 }), Type.Integer()])

const departments = defineRoute({
  method: 'POST',
  path: `${base}/budget/area/department`,
  right: CHOICES,
  summary: 'Budget departments of an area, or of several',
  mode: 'read',
  params: idcParams,
  body: selectorBody(200, { topAreaIdList: Type.Optional(Type.Array(wireId, { maxItems: 100 })) }),
  data: selectorData({ budgetDeptCode: text, budgetDeptName: text }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    const wanted = new Set((body.topAreaIdList ?? []).map(String))
    const selection = selectionOf(context, body, 200)
    // Areas that the caller may not see are ignored, as if they did not exist.
    const areas =
      wanted.size === 0 ? [area] : (await tx.rows(visibleAreas(context))).filter((each) => wanted.has(each.areaId))
    return selectorAnswer(
      await tx.rows(
        departmentsOf(
          areas.map((each) => each.id),
          selection,
        ),
      ),
      selection,
    )
  },
})

const types = defineRoute({
  method: 'POST',
  path: `${base}/fsc/business/type/list`,
  right: CHOICES,
  summary: 'Business types of the shared-service centre',
  mode: 'read',
  params: idcParams,
  body: selectorBody(1000, {}),
  data: selectorData({
    fscId: text,
    subBusiCode: text,
    mainBusiName: text,
    midBusiName: text,
    subBusiName: text,
    mainBusiNameEn: text,
    midBusiNameEn: text,
    subBusiNameEn: text,
  }),
  async handler(tx, context, { body, params }) {
    await areaOf(context, tx, params.idc)
    const selection = selectionOf(context, body, 1000)
    return selectorAnswer(await tx.rows(businessTypes(selection)), selection)
  },
})

const pools = defineRoute({
  method: 'POST',
  path: `${base}/budget/pool/project/list`,
  right: CHOICES,
  summary: 'Project pools of an area',
  mode: 'read',
  params: idcParams,
  body: selectorBody(200, {}),
  data: selectorData({ id: text, projectPoolCode: text, projectPoolName: text }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    const selection = selectionOf(context, body, 200)
    return selectorAnswer(await tx.rows(poolsOf(area.id, selection)), selection)
  },
})

const projects = defineRoute({
  method: 'POST',
  path: `${base}/budget/project/list`,
  right: CHOICES,
  summary: 'Projects of an area, of one country or fundable from one pool',
  mode: 'read',
  params: idcParams,
  body: selectorBody(200, { countryCode: code, projectPoolCode: code }),
  data: selectorData({ projectCode: text, projectName: text, countryCode: text }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    const selection = selectionOf(context, body, 200)
    return selectorPage(await tx.rows(projectsOf(area.id, body, selection)), selection)
  },
})

const channels = defineRoute({
  method: 'POST',
  path: `${base}/budget/channel/list`,
  right: CHOICES,
  summary: 'Customer channels of an area',
  mode: 'read',
  params: idcParams,
  body: selectorBody(1000, { channelStatus: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })) }),
  data: selectorData({ channelCode: text, channelName: text, channelStatus: Type.Integer() }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    const selection = selectionOf(context, body, 1000)
    return selectorAnswer(await tx.rows(channelsOf(area.id, body.channelStatus, selection)), selection)
  },
})

const businessList = defineRoute({
  method: 'POST',
  path: `${base}/budget/business/list`,
  right: CHOICES,
  summary: 'Budget businesses',
  mode: 'read',
  params: idcParams,
  body: selectorBody(1000, {}),
  data: selectorData({ businessCode: text, businessName: text }),
  async handler(tx, context, { body, params }) {
    await areaOf(context, tx, params.idc)
    const selection = selectionOf(context, body, 1000)
    return selectorAnswer(await tx.rows(businesses(selection)), selection)
  },
})

const regions = defineRoute({
  method: 'POST',
  path: '/aps/budget/region/list',
  right: CHOICES,
  summary: 'Budget regions (sites) of an area, or of all areas of the caller',
  mode: 'read',
  body: selectorBody(1000, { areaId: Type.Optional(wireId), idcCode: Type.Optional(Type.String({ maxLength: 16 })) }),
  data: selectorData({ budgetRegionCode: text, budgetRegionName: text }),
  async handler(tx, context, { body }) {
    const areas =
      body.areaId !== undefined
        ? [await areaById(context, tx, String(body.areaId))]
        : body.idcCode !== undefined
          ? [await areaOf(context, tx, body.idcCode)]
          : await tx.rows(visibleAreas(context))
    const selection = selectionOf(context, body, 1000)
    return selectorAnswer(
      await tx.rows(
        regionsOf(
          areas.map((each) => each.id),
          selection,
        ),
      ),
      selection,
    )
  },
})

export const masterRoutes: readonly Route[] = [departments, types, pools, projects, channels, businessList, regions]

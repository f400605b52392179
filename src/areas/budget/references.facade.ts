import type { Reference } from '#kernel/engine/definition/reference.ts'

// References for records and documents of any area. Browser and server share them.

const coded = { key: 'code', keyType: 'text', enabled: 'enabled' } as const

export const poolReference = {
  names: 'pools',
  table: 'project_pool',
  ...coded,
  selector: {
    path: '/gs/{idcCode}/oversea/aps/budget/pool/project/list',
    most: 200,
    called: 'projectPool',
  },
} as const satisfies Reference
export const departmentReference = {
  names: 'departments',
  table: 'budget_department',
  ...coded,
  selector: {
    path: '/gs/{idcCode}/oversea/aps/budget/area/department',
    most: 200,
    filters: { topAreaIdList: ['areaId'] },
    called: 'budgetDept',
  },
} as const satisfies Reference
export const budgetRegionReference = {
  names: 'regions',
  table: 'budget_region',
  ...coded,
  selector: {
    path: '/aps/budget/region/list',
    most: 1000,
    filters: { areaId: 'areaId', idcCode: 'idcCode' },
    called: 'budgetRegion',
  },
} as const satisfies Reference
export const projectReference = {
  names: 'projects',
  table: 'project',
  ...coded,
  scope: 'scope_id',
  // With a pool, only those that it may fund.
  selector: {
    path: '/gs/{idcCode}/oversea/aps/budget/project/list',
    most: 200,
    filters: { projectPoolCode: 'projectPoolCode' },
    called: 'project',
    sets: ['countryCode'],
    of: ['countryCode'],
  },
} as const satisfies Reference
export const channelReference = {
  names: 'channels',
  table: 'customer_channel',
  ...coded,
  enabled: 'status = 1',
  scope: 'scope_id',
  selector: {
    path: '/gs/{idcCode}/oversea/aps/budget/channel/list',
    most: 1000,
    filters: { curTopAreaId: 'areaId' },
    always: { channelStatus: 1 },
    called: 'channel',
  },
} as const satisfies Reference
export const businessReference: Reference = { table: 'budget_business', ...coded }
/** A profit centre with one of its sub-businesses: two codes make one thing. */
export const businessTypeReference = {
  names: 'businessTypes',
  table: 'business_type',
  key: 'fsc_id',
  keyType: 'text',
  joined: 'sub_busi_code',
  named: 'sub_name',
  enabled: 'enabled',
  selector: {
    path: '/gs/{idcCode}/oversea/aps/fsc/business/type/list',
    most: 1000,
    joined: ['fscId', 'subBusiCode'],
    code: 'subBusiCode',
    names: {
      zh: ['mainBusiName', 'midBusiName', 'subBusiName'],
      en: ['mainBusiNameEn', 'midBusiNameEn', 'subBusiNameEn'],
    },
    search: ['fscId'],
  },
} as const satisfies Reference

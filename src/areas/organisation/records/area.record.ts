import { f } from '#kernel/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r } from '#kernel/record/definition.ts'
import { currencyReference, idcReference, organisationReference } from '../references.facade.ts'

const BUDGETS = 'budget.country.view'

/** A sales area, one for each data centre and back-end system. Rows name it by its number, people by its code. */
export const area = defineRecord({
  name: 'area',
  area: 'organisation',
  table: 'area',
  held: { column: 'id', sequence: 'area_id' },
  api: '/aps/areaRecord',
  file: 'area',
  page: '/master/pc/area',
  phonePage: '/master/mobile/area',
  fields: {
    ...NAMED,
    code: { ...f.code({ required: true, max: 16 }), column: 'area_code' },
    idcCode: r.one(idcReference, { required: true }),
    bizSystem: f.choice(['gs', 'iot'], { required: true }),
    currencyCode: r.one(currencyReference, { required: true, column: 'currency' }),
    organisationCode: r.one(organisationReference, { required: true, column: 'organisation_id' }),
  },
  unique: [['idcCode', 'bizSystem']],
  related: [{ record: 'country', by: 'areaCode' }],
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'idcCode',
      'bizSystem',
      'currencyCode',
      'organisationCode',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'idcCode', 'bizSystem', 'state'],
    sort: ['code', 'idcCode', 'updatedAt'],
  },
  usedBy: [
    { name: 'countries', table: 'country', column: 'area_id', show: 'code' },
    { name: 'regions', table: 'budget_region', column: 'area_id', show: 'code' },
    { name: 'pools', table: 'project_pool_area', column: 'area_id', show: 'pool_code' },
    { name: 'departments', table: 'budget_department_area', column: 'area_id', show: 'department_code' },
    { name: 'channels', table: 'customer_channel', column: 'area_id', show: 'code', scope: 'scope_id' },
    { name: 'budgets', table: 'budget_line', column: 'area_id', show: 'code', scope: 'scope_id', right: BUDGETS },
    { name: 'periods', table: 'budget_period', column: 'area_id', show: 'month', scope: 'scope_id', right: BUDGETS },
    { name: 'applications', table: 'country_budget', column: 'area_id', show: 'no', scope: 'scope_id', right: BUDGETS },
    {
      name: 'schemes',
      table: 'scheme',
      column: 'area_id',
      show: 'no',
      scope: 'scope_id',
      right: 'scheme.application.view',
    },
    {
      name: 'withholdNotices',
      table: 'scheme_withhold_notice',
      column: 'area_id',
      show: 'month',
      scope: 'scope_id',
      right: 'scheme.withhold.view',
    },
    { name: 'classifications', table: 'price_classification', column: 'area_id', show: 'code', scope: 'scope_id' },
    {
      name: 'salesSettings',
      table: 'sku_sales_setting',
      column: 'area_id',
      show: 'code',
      scope: 'scope_id',
      right: 'product.salesSetting.view',
    },
    { name: 'warZones', table: 'war_zone_area', column: 'area_id', show: 'war_zone_code' },
  ],
  example: { code: 'IN-IOT', idcCode: 'IN', bizSystem: 'iot', currencyCode: 'INR', organisationCode: 'IN' },
})

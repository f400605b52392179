import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, NAMED } from '#kernel/engine/record/definition.ts'
import { areaReference } from '#areas/organisation/references.facade.ts'

/** Sales channels of an area: distributors, chains, online platforms. */
export const customerChannel = defineRecord({
  name: 'customerChannel',
  area: 'budget',
  table: 'customer_channel',
  api: '/aps/budget/customerChannel',
  file: 'customer-channel',
  page: '/budget/pc/master/channel',
  phonePage: '/budget/mobile/master/channel',
  fields: {
    ...NAMED,
    areaCode: { ...f.ref(areaReference, { required: true }), column: 'area_id' },
  },
  scope: 'areaCode',
  // The spec's channelStatus: 1 in use, 0 not.
  states: { column: 'status', enabled: '1', disabled: '0' },
  rights: {
    view: 'budget.channel.view',
    edit: 'budget.channel.edit',
    export: 'budget.channel.export',
    import: 'budget.channel.import',
  },
  list: {
    columns: ['code', 'name', 'areaCode', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'areaCode', 'state'],
    sort: ['code', 'areaCode', 'updatedAt'],
  },
  example: { code: 'CH-IN-07', areaCode: 'IN' },
})

import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r } from '#kernel/engine/record/definition.ts'

/** A regional data centre: it serves one area of every back-end system. */
export const idc = defineRecord({
  name: 'idc',
  area: 'organisation',
  table: 'idc',
  api: '/aps/idc',
  file: 'idc',
  page: '/master/pc/idc',
  phonePage: '/master/mobile/idc',
  // Its code is part of addresses.
  fields: { ...NAMED, code: r.shaped(f.code({ required: true, max: 8 }), /^[A-Z]{2,8}$/, 'IN') },
  related: [{ record: 'area', by: 'idcCode' }],
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'state'],
    sort: ['code', 'updatedAt'],
  },
  example: { code: 'ANZ' },
})

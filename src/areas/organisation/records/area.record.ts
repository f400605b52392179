import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { currencyReference, idcReference, organisationReference } from '../references.facade.ts'

/** A sales area, one for each data centre and back-end system. Rows refer to it by number, people by code. */
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
    idcCode: f.ref(idcReference, { required: true }),
    bizSystem: f.choice(['gs', 'iot'], { required: true }),
    currencyCode: { ...f.ref(currencyReference, { required: true }), column: 'currency' },
    organisationCode: { ...f.ref(organisationReference, { required: true }), column: 'organisation_id' },
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
  example: { code: 'IN-IOT', idcCode: 'IN', bizSystem: 'iot', currencyCode: 'INR', organisationCode: 'IN' },
})

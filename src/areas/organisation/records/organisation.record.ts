import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { userReference } from '#kernel/engine/record/write/user-reference.ts'
import { organisationErrors } from '../organisation.errors.ts'
import { currencyReference, organisationReference, warZoneReference } from '../references.facade.ts'

const ROOT = 'HQ'

/** Headquarters, regions, countries and their branches: the owners of rows, and the parts of a person's scope. */
export const organisation = defineRecord({
  name: 'organisation',
  area: 'organisation',
  table: 'organisation',
  held: { column: 'id', sequence: 'organisation_id_seq' },
  api: '/aps/organisation',
  file: 'organisation',
  page: '/master/pc/organisation',
  phonePage: '/master/mobile/organisation',
  fields: {
    ...NAMED,
    type: f.choice(['headquarters', 'region', 'country', 'branch'], { required: true }),
    parentCode: { ...f.ref(organisationReference), column: 'parent_id' },
    // Maintained by the table: the ancestor right below the headquarters.
    topCode: r.computed({ ...f.ref(organisationReference), column: 'top_id' }),
    warZoneCode: f.ref(warZoneReference),
    timezone: r.shaped(f.code({ required: true, max: 9 }), /^UTC[+-](0\d|1[0-4]):[0-5]\d$/, 'UTC+05:30'),
    language: f.choice(['zh', 'en'], { required: true }),
    currencyCode: { ...f.ref(currencyReference, { required: true }), column: 'currency' },
    headAccount: { ...f.ref(userReference), column: 'head_id' },
  },
  parent: 'parentCode',
  // B17.
  hasChildren: organisationErrors.hasChildren,
  dated: { field: 'parentCode', table: 'organisation_parent' },
  scope: 'self',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'type',
      'parentCode',
      'topCode',
      'warZoneCode',
      'timezone',
      'language',
      'currencyCode',
      'headAccount',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'type', 'parentCode', 'topCode', 'warZoneCode', 'state'],
    sort: ['code', 'type', 'parentCode', 'updatedAt'],
  },
  // People with a role at the root see everything, so there must be only one root.
  check: ({ code, type, parentCode }: RecordValues) => {
    if ((code === ROOT) !== (type === 'headquarters')) return [organisationErrors.oneRoot({}, { field: 'type' })]
    return (code === ROOT) === (parentCode === null) ? [] : [organisationErrors.upper({}, { field: 'parentCode' })]
  },
  naming: { parentCode: { hasOwnWords: true } },
  example: {
    code: 'IN-MUM',
    type: 'branch',
    parentCode: 'IN',
    warZoneCode: 'WZ-SA',
    timezone: 'UTC+05:30',
    language: 'en',
    currencyCode: 'INR',
    headAccount: 'in.manager',
  },
})

import { organisationReference } from '#areas/organisation/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { userReference } from '#kernel/engine/record/write/user-reference.ts'
import { personnelErrors } from '../personnel.errors.ts'
import { jobTitleReference } from './references.ts'

/** A field salesperson: promoters and their supervisors. Identified by the employee number. */
export const person = defineRecord({
  name: 'person',
  area: 'personnel',
  table: 'person',
  api: '/aps/person',
  file: 'person',
  page: '/master/pc/person',
  phonePage: '/master/mobile/person',
  search: 'search',
  fields: {
    ...NAMED,
    jobType: f.choice(['fullTime', 'partTime'], { required: true }),
    jobTitleCode: f.ref(jobTitleReference, { required: true }),
    organisationCode: { ...f.ref(organisationReference, { required: true }), column: 'organisation_id' },
    account: { ...f.ref(userReference), column: 'user_id', isUnique: true },
    employedOn: f.date({ required: true }),
    resignedOn: f.date(),
  },
  scope: 'organisationCode',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'jobTitleCode',
      'jobType',
      'organisationCode',
      'employedOn',
      'resignedOn',
      'state',
      'account',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'organisationCode', 'jobTitleCode', 'jobType', 'state', 'account'],
    sort: ['code', 'employedOn', 'resignedOn', 'updatedAt'],
  },
  related: [{ record: 'storeAssignment', by: 'personCode' }],
  changes: ['storeAssignment'],
  // F11
  check: ({ employedOn, resignedOn }) =>
    resignedOn !== null && String(resignedOn) <= String(employedOn)
      ? [personnelErrors.resignsTooEarly({}, { field: 'resignedOn' })]
      : [],
  naming: { jobTitleCode: { hasOwnWords: true } },
  example: {
    code: 'E99999',
    jobType: 'fullTime',
    jobTitleCode: 'PROMOTER',
    organisationCode: 'IN-IN',
    employedOn: '2026-02-01',
  },
})

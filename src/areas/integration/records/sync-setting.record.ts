import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { organisationReference } from '#areas/organisation/references.facade.ts'
import { integrationErrors } from '../integration.errors.ts'
import { kindReference, systemReference } from './references.ts'

/** One record, one direction, one system: what is sent or fetched, when, and what happens on failure. */
export const syncSetting = defineRecord({
  name: 'syncSetting',
  area: 'integration',
  table: 'sync_setting',
  api: '/aps/sync/setting',
  file: 'sync-setting',
  page: '/master/pc/syncSetting',
  phonePage: '/master/mobile/syncSetting',
  fields: {
    ...NAMED,
    recordCode: f.ref(kindReference, { required: true }),
    direction: f.choice(['outbound', 'inbound'], { required: true }),
    systemCode: f.ref(systemReference, { required: true }),
    path: r.shaped(f.code({ required: true, max: 200 }), /^(?!.*(\/\/|\.\.))\/[\w.~/-]*$/, '/customers'),
    organisationCode: { ...f.ref(organisationReference), column: 'organisation_id' },
    // Checked where it is run: five fields of minute, hour, day, month, weekday.
    schedule: r.shaped(f.code({ max: 100 }), /^[\d*,/-]+( [\d*,/-]+){4}$/, '30 2 * * *'),
    timezone: r.shaped(f.code({ max: 9 }), /^UTC[+-](0\d|1[0-4]):[0-5]\d$/, 'UTC+08:00'),
    paging: f.choice(['cursor', 'updatedSince']),
    pageSize: f.integer({ range: [1, 1000] }),
    mapping: f.text({ max: 4000 }),
    attempts: f.integer({ required: true, range: [1, 50] }),
    backOffSeconds: f.integer({ required: true, range: [1, 3600] }),
    deadAfterHours: f.integer({ required: true, range: [1, 720] }),
  },
  states: ENABLED,
  rights: {
    view: 'integration.setting.view',
    edit: 'integration.setting.edit',
    export: 'integration.setting.export',
    import: 'integration.setting.import',
  },
  list: {
    columns: [
      'code',
      'name',
      'recordCode',
      'direction',
      'systemCode',
      'schedule',
      'timezone',
      'attempts',
      'state',
      'updatedAt',
      'updatedBy',
      'path',
      'organisationCode',
      'paging',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'recordCode', 'direction', 'systemCode', 'state'],
    sort: ['code', 'recordCode', 'direction', 'systemCode', 'updatedAt'],
  },
  check: ({ direction, schedule, timezone, paging }: RecordValues) => [
    ...(schedule !== null && timezone === null ? [integrationErrors.zoneMissing({}, { field: 'timezone' })] : []),
    ...(direction === 'inbound' && paging === null ? [integrationErrors.pagingMissing({}, { field: 'paging' })] : []),
  ],
  example: {
    code: 'MDM-COUNTRY',
    recordCode: 'country',
    direction: 'inbound',
    systemCode: 'ERP',
    path: '/countries',
    schedule: '30 2 * * *',
    timezone: 'UTC+08:00',
    paging: 'updatedSince',
    pageSize: '200',
    mapping: 'code = isoCode',
    attempts: '8',
    backOffSeconds: '30',
    deadAfterHours: '24',
  },
})

import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { integrationErrors } from '../integration.errors.ts'

/** Names of this machine, the only ones allowed without encryption; the worker's configuration decides whether they may be called. */
const OWN = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The error of a system's address. Its resolved address is checked again at each call. */
function addressFault(address: string): readonly Refusal[] {
  const at = { field: 'baseAddress' }
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return [integrationErrors.address({}, at)]
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return [integrationErrors.address({}, at)]
  if (url.protocol === 'http:' && !OWN.has(url.hostname)) return [integrationErrors.addressClear({}, at)]
  return []
}

export const SYSTEM_TYPES = ['erp', 'wms', 'idc', 'finance', 'other'] as const

/** Names of secrets: the worker reads the value of each from its environment, and it is never stored here. */
const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,39}$/

/** Another system: its address, and the names of the secrets for signing and authentication. */
export const externalSystem = defineRecord({
  name: 'externalSystem',
  area: 'integration',
  table: 'external_system',
  api: '/aps/sync/system',
  file: 'external-system',
  page: '/master/pc/externalSystem',
  phonePage: '/master/mobile/externalSystem',
  fields: {
    ...NAMED,
    type: f.choice([...SYSTEM_TYPES], { required: true }),
    baseAddress: f.text({ required: true, max: 300 }),
    secretName: r.shaped(f.code({ required: true, max: 40 }), SECRET_NAME, 'ERP'),
    tokenName: r.shaped(f.code({ max: 40 }), SECRET_NAME, 'ERP_TOKEN'),
    queryPath: r.shaped(f.code({ max: 200 }), /^(?=.*\{id\})(?!.*(\/\/|\.\.))\/[\w.~/{}?=&-]+$/, '/messages/{id}'),
    timeoutSeconds: f.integer({ required: true, range: [1, 60] }),
  },
  states: ENABLED,
  rights: {
    view: 'integration.system.view',
    edit: 'integration.system.edit',
    export: 'integration.system.export',
    import: 'integration.system.import',
  },
  list: {
    columns: [
      'code',
      'name',
      'type',
      'baseAddress',
      'secretName',
      'timeoutSeconds',
      'state',
      'updatedAt',
      'updatedBy',
      'tokenName',
      'queryPath',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'type', 'state'],
    sort: ['code', 'type', 'updatedAt'],
  },
  check: ({ baseAddress }: RecordValues) => addressFault(String(baseAddress)),
  example: {
    code: 'TMS',
    type: 'other',
    baseAddress: 'https://tms.company.example/api',
    secretName: 'TMS',
    queryPath: '/messages/{id}',
    timeoutSeconds: '10',
  },
})

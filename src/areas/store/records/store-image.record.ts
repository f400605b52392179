import { f } from '#kernel/engine/definition/fields.ts'
import { COORDINATES } from '#kernel/engine/record/coordinates.ts'
import { type Author, defineRecord, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { userReference } from '#kernel/engine/record/write/user-reference.ts'
import { storeReference } from '../references.facade.ts'
import { storeErrors } from '../store.errors.ts'

export const IMAGE_AUDIT_RIGHT = 'store.storeImage.audit'

/** What an audit says of an image, each with its colour. */
export const AUDIT_COLOURS = { pending: 'blue', passed: 'green', rejected: 'red' } as const
export type AuditResult = keyof typeof AUDIT_COLOURS

/** The audited fields: changing any of them requires a new audit. */
const AUDITED = ['storeCode', 'type', 'image', 'takenAt', 'latitude', 'longitude'] as const

/** The photographer, and the audit state. */
function computes(
  values: Readonly<Record<string, unknown>>,
  before: RecordValues | null,
  { account }: Author,
): RecordValues {
  const isSame = before !== null && AUDITED.every((name) => (values[name] ?? null) === before[name])
  if (isSame) return {}
  const again = { result: 'pending', reason: null, auditor: null, auditedAt: null, duplicateOf: null }
  // A person who changes audited fields becomes the responsible uploader.
  return { ...again, uploader: account }
}

/** A photo of a store, and whether it passed its audit. */
export const storeImage = defineRecord({
  name: 'storeImage',
  area: 'store',
  table: 'store_image',
  api: '/aps/storeImage',
  file: 'store-image',
  page: '/master/pc/storeImage',
  phonePage: '/master/mobile/storeImage',
  fields: {
    code: f.code({ max: 64 }),
    storeCode: f.ref(storeReference, { required: true }),
    type: f.choice(['front', 'display', 'shelf'], { required: true }),
    image: r.image({ required: true, column: 'image_key' }),
    takenAt: r.instant({ required: true }),
    ...COORDINATES,
    note: f.text({ max: 240 }),
    result: r.computed(f.choice(['pending', 'passed', 'rejected'])),
    reason: r.computed(f.text({ max: 500 })),
    uploader: r.computed({ ...f.ref(userReference), column: 'uploader_id' }),
    auditor: r.computed({ ...f.ref(userReference), column: 'auditor_id' }),
    auditedAt: r.instant({ computed: true }),
    duplicateOf: r.computed(f.code()),
  },
  names: { zh: 'code', en: 'code' },
  numbered: 'SI',
  computes,
  scope: 'storeCode',
  list: {
    columns: [
      'code',
      'image',
      'storeCode',
      'type',
      'takenAt',
      'result',
      'uploader',
      'auditor',
      'auditedAt',
      'reason',
      'duplicateOf',
      'updatedAt',
    ],
    filters: ['keyword', 'storeCode', 'type', 'result', 'uploader', 'auditor'],
    sort: ['code', 'storeCode', 'takenAt', 'updatedAt'],
    order: '-takenAt',
  },
  // F10: a photo cannot be taken in the future.
  check: ({ takenAt }, { now }) =>
    typeof takenAt === 'string' && new Date(takenAt) > now ? [storeErrors.futureTime({}, { field: 'takenAt' })] : [],
  example: {
    code: 'SI-EXAMPLE-1',
    storeCode: 'ST-IN-0001',
    type: 'display',
    takenAt: '2026-01-15T06:30:00Z',
    latitude: '12.975',
    longitude: '77.6063',
    note: 'Before the launch',
  },
})

import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type AnyRecord, recordText, type RecordValues } from '#kernel/engine/record/definition.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import type { RecordRules } from '#kernel/engine/record/record-rules.ts'
import { isHidden } from '#kernel/engine/record/write/secret.ts'
import { type MappingFault, mappingFaults, exposedSecrets } from '#kernel/services/sync/mapping.ts'
import { parseSchedule } from '#kernel/services/sync/schedule.ts'
import { syncErrors } from '#kernel/services/sync/sync.errors.ts'
import { syncSetting } from '../records/sync-setting.record.ts'

/** Rules that need the definitions of all areas, or the parser of the job queue. */
export const settingRules: RecordRules = {
  record: syncSetting,
  refuse: (_tx, { principal }, changes) =>
    Promise.resolve(
      new Map(changes.map((change) => [change, change.after ? refusalsOf(principal, change.after) : []])),
    ),
}

function refusalsOf(
  principal: Principal,
  { recordCode, direction, schedule, mapping }: RecordValues,
): readonly Refusal[] {
  const at = { field: 'schedule' }
  const isSchedule = schedule === null || parseSchedule(String(schedule)) !== null
  const record = knownRecord(String(recordCode))
  const text = mapping === null ? null : String(mapping)
  const faults = record ? mappingFaults(record, text, String(direction)) : []
  const title = record ? `@${recordText(record, 'title')}` : String(recordCode)
  const hidden = record ? exposedSecrets(record, text, String(direction)).filter(isHiddenOf(record, principal)) : []
  return [
    ...(isSchedule ? [] : [syncErrors.schedule({}, at)]),
    ...faults.map((fault) => refusalOf(fault, title)),
    ...hidden.map((field) => syncErrors.mappingSecret({ field }, { field: 'mapping' })),
  ]
}

/** Nobody may send out what they may not read themselves. */
function isHiddenOf({ fields }: AnyRecord, principal: Principal) {
  return (name: string) => isHidden(fields[name]!, principal)
}

function refusalOf(fault: MappingFault, record: string): Refusal {
  const at = { field: 'mapping' }
  switch (fault.kind) {
    case 'line':
      return syncErrors.mappingLine({ line: fault.line }, at)
    case 'field':
      return syncErrors.mappingField({ field: fault.field, record }, at)
    case 'twice':
      return syncErrors.mappingTwice({ field: fault.field }, at)
    case 'constant':
      return syncErrors.mappingConstant({ field: fault.field }, at)
    case 'missing':
      return syncErrors.mappingMissing({ fields: fault.fields.join(', ') }, at)
  }
}

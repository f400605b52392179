import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { externalSystem } from './external-system.record.ts'
import { syncSetting } from './sync-setting.record.ts'

export const records: readonly AnyRecord[] = [syncSetting, externalSystem]

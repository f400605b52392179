import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { user } from './user.record.ts'

/** In menu order. */
export const records: readonly AnyRecord[] = [user]

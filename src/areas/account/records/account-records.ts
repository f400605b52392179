import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { user } from './user.record.ts'

/** In the order of the menu. */
export const records: readonly AnyRecord[] = [user]

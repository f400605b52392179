import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { jobTitle } from './job-title.record.ts'
import { person } from './person.record.ts'
import { storeAssignment } from './store-assignment.record.ts'

/** In menu order. */
export const records: readonly AnyRecord[] = [person, storeAssignment, jobTitle]

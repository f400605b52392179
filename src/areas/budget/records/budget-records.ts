import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { business } from './business.record.ts'
import { customerChannel } from './customer-channel.record.ts'
import { department } from './department.record.ts'
import { project } from './project.record.ts'

export const records: readonly AnyRecord[] = [project, customerChannel, department, business]

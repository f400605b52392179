import { person } from '#areas/personnel/records/person.record.ts'
import { storeAssignment } from '#areas/personnel/records/store-assignment.record.ts'
import type { RuleCase } from './rule-case.ts'

/** Rules of people and where they work. */
export const rules: readonly RuleCase[] = [
  {
    rule: 'F11',
    record: person,
    given: { resignedOn: '2026-02-01' },
    field: 'resignedOn',
    zh: '离职日期必须晚于入职日期',
    en: 'Resignation date must be later than employment date',
  },
  {
    rule: '040',
    record: storeAssignment,
    given: { toDay: '2026-02-28' },
    field: 'toDay',
    zh: '结束日期不能早于开始日期',
    en: 'The last day is not before the first',
  },
  {
    rule: '040',
    record: storeAssignment,
    given: { fromDay: '2024-04-30' },
    field: 'fromDay',
    zh: '在职期间为2024-05-01至…，分配须在此期间内',
    en: 'Employed from 2024-05-01 to …: the assignment lies within',
  },
]

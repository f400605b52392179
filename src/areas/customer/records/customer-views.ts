import type { RecordView } from '#kernel/engine/record/routes/record-view.ts'
import { customer } from './customer.record.ts'

/** Dealers, who buy from a distributor, in a list of their own. */
export const views: readonly RecordView[] = [
  { name: 'dealers', record: customer, page: '/master/pc/dealer', filters: { kind: 'dealer' } },
]

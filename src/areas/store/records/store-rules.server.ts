import type { RecordRules } from '#kernel/engine/record/record-rules.ts'
import { storeImage } from './store-image.record.ts'
import { storeErrors } from '../store.errors.ts'

export const storeImageRules: RecordRules = {
  record: storeImage,
  refuse: async (_tx, _by, changes) =>
    new Map(
      changes.flatMap((change) =>
        change.act === 'delete' && change.before?.['result'] === 'passed'
          ? [[change, [storeErrors.passedStays()]] as const]
          : [],
      ),
    ),
}

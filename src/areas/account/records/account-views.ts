import type { RecordView } from '#kernel/engine/record/routes/record-view.ts'
import { user } from './user.record.ts'

/** App-only accounts, which never see the desktop. */
export const views: readonly RecordView[] = [
  { name: 'app', record: user, page: '/system/app-accounts', filters: { kind: 'app' } },
]

import { absenceExports } from '#kernel/services/absence/absence-export.ts'
import { inboxExports } from '#kernel/services/tasks/inbox-export.ts'
import { failureListExports } from '#kernel/services/monitor/failure-lists.routes.ts'
import { monitorExport } from '#kernel/services/monitor/monitor-export.ts'
import { recordExport } from '#kernel/services/tasks/record-export.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { notificationExport } from '#kernel/services/notify/notification-export.ts'
import { documentsOf } from '#kernel/services/notify/wording.ts'
import { lineExports } from '#kernel/services/downloads/lines-export.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'

/** The exports of lists that belong to no area. */
export function kernelExports(documents: readonly ServerDocument[]): readonly ListExport[] {
  return [
    ...inboxExports(documents),
    monitorExport(documents),
    ...absenceExports(documents),
    notificationExport(documentsOf(documents)),
    ...failureListExports,
    recordExport(documents),
    ...documents.flatMap((document) => lineExports(document, documents)),
  ]
}

import { absenceExports } from '#kernel/absence/absence-export.ts'
import { inboxExports } from '#kernel/tasks/inbox-export.ts'
import { monitorExport } from '#kernel/monitor/monitor-export.ts'
import { recordExport } from '#kernel/tasks/record-export.ts'
import type { ServerDocument } from '#kernel/document/server-document.ts'
import { failureExport, notificationExport } from '#kernel/notify/notification-export.ts'
import { documentsOf } from '#kernel/notify/wording.ts'
import { linesExport } from '#kernel/downloads/lines-export.ts'
import type { ListExport } from '#kernel/exports/list-export.ts'

/** The lists that belong to no area. */
export function kernelExports(documents: readonly ServerDocument[]): readonly ListExport[] {
  return [
    ...inboxExports(documents),
    monitorExport(documents),
    ...absenceExports(documents),
    notificationExport(documentsOf(documents)),
    failureExport,
    recordExport(documents),
    ...documents.filter(hasLines).map((document) => linesExport(document, documents)),
  ]
}

function hasLines({ definition }: ServerDocument): boolean {
  return Object.keys(definition.lines).length > 0
}

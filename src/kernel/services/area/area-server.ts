import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { LedgerAccounts } from '#kernel/engine/ledger/accounts.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { ImportDefinition } from '#kernel/services/imports/import-definition.ts'
import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RecordRules } from '#kernel/engine/record/record-rules.ts'
import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'

/** The server side of an area, found as `src/areas/<name>/<name>.server.ts`, export `server`. */
export interface AreaServer {
  readonly routes: readonly Route[]
  readonly documents: readonly ServerDocument[]
  /** Lists that a person may take along as a file. */
  readonly exports: readonly ListExport[]
  /** Such lists as speak of the documents of all areas. */
  readonly exportsOver?: (documents: readonly ServerDocument[]) => readonly ListExport[]
  /** Master data: its calls, exports and imports follow from the definitions. */
  readonly records?: readonly AnyRecord[]
  /** What only the database can say of its records, and what follows for others. */
  readonly recordRules?: readonly RecordRules[]
  /** Rows of its tables that may name records, beside those of its records and documents. */
  readonly rows?: readonly OwnRows[]
  /** Columns that name rows of another table and have no foreign key to it, `budget_line.area_id`, with that table. */
  readonly references?: Readonly<Record<string, string>>
  /** What a workbook can fill. */
  readonly imports?: readonly ImportDefinition[]
  /** What the accounts of its ledgers are called, for figures over several documents. */
  readonly accounts?: readonly LedgerAccounts[]
  /** What its workers do again and again. */
  readonly work?: readonly AreaWork[]
  /** What people are told of and that is no document. */
  readonly news?: readonly NotificationSubject[]
  /** Calls about the documents of all areas, which only the app knows. */
  readonly routesOver?: (documents: readonly ServerDocument[]) => readonly Route[]
}

import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { LedgerAccounts } from '#kernel/engine/ledger/accounts.ts'
import type { FindSource } from '#kernel/services/find/find-source.ts'
import type { Follow, FreeAct } from '#kernel/services/following/follow.ts'
import type { PlacedList } from '#kernel/services/home/group-cards.ts'
import type { HomeSource } from '#kernel/services/home/home-source.ts'
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
  /** Lists that a person may export. */
  readonly exports: readonly ListExport[]
  /** Exports over the documents of all areas. */
  readonly exportsOver?: (documents: readonly ServerDocument[]) => readonly ListExport[]
  /** Master data: its calls, exports and imports follow from the definitions. */
  readonly records?: readonly AnyRecord[]
  /** Rules of its records that need the database, and consequential changes of other records. */
  readonly recordRules?: readonly RecordRules[]
  /** Rows of its tables that may refer to records, besides those of its records and documents. */
  readonly rows?: readonly OwnRows[]
  /** Columns that refer to rows of another table without a foreign key, `budget_line.area_id`, with that table. */
  readonly references?: Readonly<Record<string, string>>
  /** Its imports from files. */
  readonly imports?: readonly ImportDefinition[]
  /** The presentation of its ledgers' accounts, for figures over several documents. */
  readonly accounts?: readonly LedgerAccounts[]
  /** Kinds of its things that a person finds by number, code or name. */
  readonly find?: readonly FindSource[]
  /** Its lists that come from their declaration, for pages that name lists of several areas. */
  readonly lists?: readonly PlacedList[]
  /** Its cards on the home page. */
  readonly home?: readonly HomeSource[]
  /** Recurring work of its workers. */
  readonly work?: readonly AreaWork[]
  /** What it does once documents of other areas completed an action. */
  readonly follows?: readonly Follow[]
  /** Acts of its own that are of no document, and that other areas may follow. */
  readonly acts?: readonly FreeAct[]
  /** Subjects of notifications that are no documents. */
  readonly news?: readonly NotificationSubject[]
  /** Routes about the documents of all areas, which only the app knows. */
  readonly routesOver?: (documents: readonly ServerDocument[]) => readonly Route[]
}

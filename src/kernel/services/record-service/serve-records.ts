import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { ImportDefinition } from '#kernel/services/imports/import-definition.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { rememberRecords } from '#kernel/engine/record/known-records.ts'
import { recordExport } from './record-export.ts'
import { bindRecordRules, type RecordRules } from '#kernel/engine/record/record-rules.ts'
import { recordImport } from './record-import.ts'
import { recordRoutes } from '#kernel/engine/record/routes/record.routes.ts'

interface WithRecords {
  readonly records?: readonly AnyRecord[]
  readonly recordRules?: readonly RecordRules[]
  readonly routes: readonly Route[]
  readonly exports: readonly ListExport[]
  readonly imports?: readonly ImportDefinition[]
}

/** Adds the calls, exports and imports of an area's records. */
export function withRecords<A extends WithRecords>(area: A): A {
  const records = area.records ?? []
  bindRecordRules(area.recordRules ?? [])
  rememberRecords(records)
  return {
    ...area,
    routes: [...area.routes, ...records.flatMap(recordRoutes)],
    exports: [...area.exports, ...records.map(recordExport)],
    imports: [...(area.imports ?? []), ...records.map(recordImport)],
  }
}

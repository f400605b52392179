import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyRecord } from '../definition.ts'

/** The change document on whose behalf a record is written: only it may change guarded fields and approve a draft. */
export interface ChangeRequester {
  readonly no: string
  readonly documentId: string
  readonly round: number
  /** Id of the requester; the last approver is the writer. */
  readonly userId: number
}

/** A change of a record that awaits approval. */
export interface OpenChange {
  readonly key: string
  readonly id: string
  readonly no: string
  readonly round: number
  readonly change_kind: 'new' | 'change'
  readonly fields: readonly string[]
  readonly by_zh: string
  readonly by_en: string
  readonly submitted_at: Date
}

const open = prepared<OpenChange>(
  'record.open-changes',
  `select c.record_key as key, c.id, c.no, c.round, c.change_kind, c.submitted_at, u.name_zh as by_zh, u.name_en as by_en,
     array(select l.field from record_change_line l where l.document_id = c.id and l.round = c.round order by l.line_no) as fields
   from record_change c join app_user u on u.id = c.drafter_id
   where c.record_kind = $1 and c.record_key = any ($2::text[]) and c.state = 'underApproval' order by c.id`,
)

export function openChangesOf(kind: string, keys: readonly string[]) {
  return open(kind, keys)
}

/** Whether records of this definition are changed by approval at all. */
export function isChangedByApproval({ life, guarded = [] }: Pick<AnyRecord, 'life' | 'guarded'>): boolean {
  return life === true || guarded.length > 0
}

/** The open changes by the record's key. */
export async function readOpenChanges(
  tx: Tx,
  record: AnyRecord,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenChange[]>> {
  if (keys.length === 0 || !isChangedByApproval(record)) return new Map()
  return Map.groupBy(await tx.rows(openChangesOf(record.name, keys)), ({ key }) => key)
}

import { prepared } from '#kernel/db/statement.ts'

/** Tables of the documents that name a scheme in `scheme_no`. */
export const CHILD_TABLES = [
  'scheme_withhold',
  'scheme_reversal',
  'scheme_execute',
  'scheme_terminal',
  'scheme_adjust',
  'scheme_receivables_adjustment',
  'scheme_adjust_invoice',
] as const

/** Numbers of the documents of a scheme ($1) that are in approval, but for the one that asks ($2). */
export const runningOf = inApproval('scheme.running-documents', CHILD_TABLES)

/** The same of those that change the scheme itself: one at a time. */
export const runningChangesOf = inApproval('scheme.running-changes', ['scheme_terminal', 'scheme_adjust'])

function inApproval(name: string, tables: readonly string[]) {
  const each = tables.map(
    (table) =>
      `select no from ${table} where scheme_no = $1 and state = 'underApproval' and ($2::bigint is null or id <> $2)`,
  )
  return prepared<{ readonly no: string }>(name, `${each.join(' union all ')} limit 20`)
}

export const readRunning = (rows: readonly { readonly no: string }[]): readonly string[] => rows.map(({ no }) => no)

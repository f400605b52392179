import { prepared } from '#kernel/platform/db/statement.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { AreaWork, WorkServices } from '#kernel/platform/jobs/area-work.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { budgetLedger } from '../budget.ledger.ts'

// A budget's owner is notified when 80, 90 and 100 percent of it are committed, accrued or executed: the ledger records
// that (`ledger_use_mark`) in the journal's own transaction; this notifies afterwards.

const AT_ONCE = 100

interface MarkRow {
  readonly account_id: string
  readonly mark: number
  readonly code: string
  readonly owner_id: number | null
}

/** Marks without notifications; a budget without an owner, or whose owner left, notifies nobody. */
const takeMarks = prepared<MarkRow>(
  'budget.take-use-marks',
  `with due as (
     select id from ledger_use_mark where told_at is null order by id limit $3 for update skip locked
   ), told as (
     update ledger_use_mark m set told_at = $1 from due where m.id = due.id returning m.ledger, m.account_id, m.mark
   )
   select t.account_id, t.mark, l.code, u.id as owner_id from told t join budget_line l on l.id = t.account_id
     left join app_user u on u.id = l.owner_id and u.status = 'active'
   where t.ledger = $2 order by t.account_id, t.mark`,
)

const BUDGET_USE = 'budgetUse'

/** True where there may be more. */
export async function tellOwners({ now, transaction }: WorkServices): Promise<boolean> {
  return await transaction(async (tx) => {
    const rows = await tx.rows(takeMarks(now(), budgetLedger.name, AT_ONCE))
    for (const { account_id, mark, code, owner_id } of rows) {
      if (owner_id === null) continue
      await tx.run(
        documentChanged({
          documentType: BUDGET_USE,
          documentId: account_id,
          round: mark,
          no: code,
          action: 'use',
          actorId: null,
          at: now().toISOString(),
          kinds: [],
          inboxOf: [],
          notices: [{ kind: 'used', to: [owner_id] }],
        }),
      )
    }
    return rows.length === AT_ONCE
  })
}

/** Notifications of owners; the mark takes the place of a document's round. */
export const budgetUseSubject: NotificationSubject = {
  type: BUDGET_USE,
  right: 'budget.country.view',
  title: (language, { round }) => interpolate(textAt(language, 'budget.page.usedTo'), { mark: round }),
  pages({ document_id }) {
    const page = `/budget/pc/country/list?idcCode=all&budgetCode=BL${document_id.padStart(9, '0')}`
    return { pc: page, mobile: page }
  },
}

export const budgetUseWork: AreaWork = {
  name: 'owners of used budgets',
  everySeconds: 3,
  run: tellOwners,
}

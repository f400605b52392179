import { useState } from 'react'
import { downloadPaper } from '#kernel/web/console/client/paper.ts'
import { useTools } from '#kernel/web/console/print/use-document-tools.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import type { FundsRow } from '../lists/funds.list.ts'
import { STATEMENT, type StatementAsked } from './statement.ts'

const PDF_TEXTS = { done: 'pdfDone', failed: 'pdfFailed' } as const

/** The columns that identify the account of a statement. */
export const ACCOUNT_KEYS = ['customerCode', 'operatingUnitCode', 'currency'] as const

/** The period of a statement of an account, from the first of the month to today unless the person chooses otherwise, and its PDF. */
export function useStatement(row: FundsRow) {
  const today = homeDay()
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const { busy, run } = useTools()
  const asked: StatementAsked = {
    customerCode: String(row['customerCode']),
    operatingUnitCode: String(row['operatingUnitCode']),
    currency: row.currency,
    from,
    to,
  }
  return {
    today,
    asked,
    setFrom,
    setTo,
    isWhole: from !== '' && to !== '',
    isMakingPdf: busy === 'pdf',
    pdf: () => void run('pdf', () => downloadPaper(`${STATEMENT.pdf}?${new URLSearchParams({ ...asked })}`), PDF_TEXTS),
  }
}

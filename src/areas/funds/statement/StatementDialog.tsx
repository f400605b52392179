import { Button } from 'antd'
import { useState } from 'react'
import { loadPartTexts, pageText } from '#kernel/web/console/client/i18n.ts'
import { downloadPaper } from '#kernel/web/console/client/paper.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { useTools } from '#kernel/web/console/print/use-document-tools.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import type { FundsRow } from '../lists/funds.list.ts'
import { columnText } from '../funds-texts.web.ts'
import { STATEMENT } from './statement.ts'
import type { FundsStatementTexts } from './statement.en.ts'
import './statement.css'

const say = await loadPartTexts<FundsStatementTexts>('fundsStatement', {
  en: () => import('./statement.en.ts'),
  zh: () => import('./statement.zh.ts'),
})

const PDF_TEXTS = { done: 'pdfDone', failed: 'pdfFailed' } as const

interface StatementDialogProps {
  /** A row of the accounts: a customer with an operating unit in a currency. */
  readonly row: FundsRow
  readonly onClose: () => void
}

/** Downloads the statement of an account for a period: from the first of the month to today, unless the person chooses otherwise. */
export function StatementDialog({ row, onClose }: StatementDialogProps) {
  const today = homeDay()
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const { busy, run } = useTools()
  const asked = {
    customerCode: String(row['customerCode']),
    operatingUnitCode: String(row['operatingUnitCode']),
    currency: row.currency,
    from,
    to,
  }
  const isWhole = from !== '' && to !== ''
  return (
    <Dialog
      shape="drawer"
      width={480}
      title={`${say('title')} · ${String(row['customerName'])}`}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      <dl className="statement-of">
        {(['customerCode', 'operatingUnitCode', 'currency'] as const).map((key) => (
          <div key={key}>
            <dt>{columnText(key)}</dt>
            <dd className="code">{String(row[key])}</dd>
          </div>
        ))}
      </dl>
      <div className="statement-period">
        <label>
          <span>{say('from')}</span>
          <DayInput value={from} max={to || today} onChange={setFrom} />
        </label>
        <label>
          <span>{say('to')}</span>
          <DayInput value={to} min={from} max={today} onChange={setTo} />
        </label>
      </div>
      <p className="quiet">{say('balances')}</p>
      {isWhole ? (
        <div className="statement-files">
          <Button
            type="primary"
            loading={busy === 'pdf'}
            onClick={() =>
              void run('pdf', () => downloadPaper(`${STATEMENT.pdf}?${new URLSearchParams(asked)}`), PDF_TEXTS)
            }
          >
            {say('pdf')}
          </Button>
          <ExportButton path={STATEMENT.export} right={STATEMENT.right} filters={asked} />
        </div>
      ) : null}
    </Dialog>
  )
}

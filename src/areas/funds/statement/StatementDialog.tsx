import { Button } from 'antd'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import type { FundsRow } from '../lists/funds.list.ts'
import { columnText } from '../funds-texts.web.ts'
import { STATEMENT } from './statement.ts'
import { statementText } from './statement-texts.web.ts'
import { ACCOUNT_KEYS, useStatement } from './use-statement.web.ts'
import './statement.css'

interface StatementDialogProps {
  /** A row of the accounts: a customer with an operating unit in a currency. */
  readonly row: FundsRow
  readonly onClose: () => void
}

/** Downloads the statement of an account for a period. */
export function StatementDialog({ row, onClose }: StatementDialogProps) {
  const { today, asked, setFrom, setTo, isWhole, isMakingPdf, pdf } = useStatement(row)
  const { from, to } = asked
  return (
    <Dialog
      shape="drawer"
      width={480}
      title={`${statementText('title')} · ${String(row['customerName'])}`}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      <DescriptionList
        className="statement-of"
        pairs={ACCOUNT_KEYS.map((key) => [columnText(key), String(row[key]), { key, className: 'code' }])}
      />
      <div className="statement-period">
        <label>
          <span>{statementText('from')}</span>
          <DayInput value={from} max={to || today} onChange={setFrom} />
        </label>
        <label>
          <span>{statementText('to')}</span>
          <DayInput value={to} min={from} max={today} onChange={setTo} />
        </label>
      </div>
      <p className="quiet">{statementText('balances')}</p>
      {isWhole ? (
        <div className="statement-files">
          <Button type="primary" loading={isMakingPdf} onClick={pdf}>
            {statementText('pdf')}
          </Button>
          <ExportButton path={STATEMENT.export} right={STATEMENT.right} filters={{ ...asked }} />
        </div>
      ) : null}
    </Dialog>
  )
}

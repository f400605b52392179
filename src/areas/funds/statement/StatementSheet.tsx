import Button from 'antd-mobile/es/components/button'
import { useId } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { DayButton } from '#kernel/web/console/phone/form/SheetButtons.tsx'
import { usePhoneExport } from '#kernel/web/console/phone/list/PhoneExport.tsx'
import { DescriptionList } from '#kernel/web/console/phone/parts/DescriptionList.tsx'
import { Sheet } from '#kernel/web/console/phone/parts/Sheet.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { FundsRow } from '../lists/funds.list.ts'
import { columnText } from '../funds-texts.web.ts'
import { STATEMENT } from './statement.ts'
import { statementText } from './statement-texts.web.ts'
import { ACCOUNT_KEYS, useStatement } from './use-statement.web.ts'
import './statement.css'
import '#kernel/web/console/phone/form/sheet-button.css'

interface StatementSheetProps {
  readonly row: FundsRow
  readonly onClose: () => void
}

/** Downloads the statement of an account for a period, in a sheet of the phone. */
export function StatementSheet({ row, onClose }: StatementSheetProps) {
  const { today, asked, setFrom, setTo, isMakingPdf, pdf } = useStatement(row)
  const { isExporting, run: workbook } = usePhoneExport(STATEMENT.export, { ...asked })
  const { from, to } = asked
  return (
    <Sheet title={statementText('title')} onClose={onClose}>
      <DescriptionList
        pairs={[
          [columnText('customerName'), row['customerName']],
          ...ACCOUNT_KEYS.map((key) => [columnText(key), row[key]] as const),
        ]}
      />
      <div className="statement-period">
        <PeriodDay label={statementText('from')} value={from} max={to || today} onChange={setFrom} />
        <PeriodDay label={statementText('to')} value={to} min={from} max={today} onChange={setTo} />
      </div>
      <p className="quiet">{statementText('balances')}</p>
      <div className="statement-files">
        <Button color="primary" loading={isMakingPdf} onClick={pdf}>
          {statementText('pdf')}
        </Button>
        <Button loading={isExporting} onClick={workbook}>
          {pageText('downloads.asXlsx')}
        </Button>
      </div>
    </Sheet>
  )
}

interface PeriodDayProps {
  readonly label: string
  readonly value: string
  readonly min?: string
  readonly max: string
  readonly onChange: (day: string) => void
}

function PeriodDay({ label, ...day }: PeriodDayProps) {
  const id = useId()
  return (
    <div className="phone-field">
      <span id={`${id}label`}>{label}</span>
      <DayButton {...day} id={id} className="sheet-button" title={label} labelId={`${id}label`}>
        <span>{day.value}</span>
        <Icon name="calendar" size={16} />
      </DayButton>
    </div>
  )
}

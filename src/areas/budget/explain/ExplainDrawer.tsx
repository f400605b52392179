import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import type { DayField } from './AsOfField.tsx'
import { budgetApi } from '../shared/budget-api.web.ts'
import { postingFilters } from './explain.web.ts'
import { type ExplainProps, ExplainPanel } from './ExplainPanel.tsx'
import type { AccountSubject } from './explain-subject.web.ts'
import { explainText } from './explain-text.web.ts'

const exportOf = (account: AccountSubject, asOf: string | null) => (
  <ExportButton
    path={budgetApi.postingExportPath}
    right="budget.country.export"
    filters={postingFilters(account, asOf)}
    isPolled
  />
)

/** The explanation of a number, in a drawer on the desktop. */
export function ExplainDrawer({ subject, onClose }: ExplainProps) {
  return (
    <Dialog
      shape="drawer"
      width={920}
      title={explainText('title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      <ExplainPanel
        subject={subject}
        device="pc"
        LinkTo={({ to, className, children }) => (
          <Link to={to} {...(className ? { className } : {})} onClick={onClose}>
            {children}
          </Link>
        )}
        DayField={DrawerDay}
        tools={exportOf}
      />
    </Dialog>
  )
}

/** The same as a part of a page. */
export function ExplainedHere({ subject }: Pick<ExplainProps, 'subject'>) {
  return <ExplainPanel subject={subject} device="pc" LinkTo={Link} DayField={DrawerDay} tools={exportOf} />
}

/** The label beside it says what it is for. */
function DrawerDay({ title: _title, labelId: _labelId, ...day }: ComponentProps<DayField>) {
  return <DayInput {...day} />
}

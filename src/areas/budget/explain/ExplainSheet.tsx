import type { ComponentProps } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { DayButton } from '#kernel/web/console/phone/form/SheetButtons.tsx'
import { Sheet } from '#kernel/web/console/phone/parts/Sheet.tsx'
import type { DayField } from './AsOfField.tsx'
import { type ExplainProps, ExplainPanel } from './ExplainPanel.tsx'
import { explainText } from './explain-text.web.ts'
import '#kernel/web/console/phone/form/sheet-button.css'

/** The explanation of a number, in a sheet on a phone. */
export function ExplainSheet({ subject, onClose }: ExplainProps) {
  return (
    <Sheet title={explainText('title')} onClose={onClose} isTall>
      <ExplainPanel subject={subject} device="mobile" LinkTo={PhoneLink} DayField={SheetDay} />
    </Sheet>
  )
}

function SheetDay({ isRequired, labelId, ...day }: ComponentProps<DayField>) {
  return (
    <DayButton className="sheet-button" {...day} canClear={!isRequired} labelId={labelId}>
      <span>{day.value}</span>
      <Icon name="calendar" size={16} />
    </DayButton>
  )
}

import { PhoneLink } from '#kernel/console/phone/PhoneLink.tsx'
import { Sheet } from '#kernel/console/phone/Sheet.tsx'
import { type ExplainProps, ExplainPanel } from './ExplainPanel.tsx'
import { explainText } from './explain-text.ts'

/** Explain this number, on a phone: in a sheet over the page that shows it. */
export function ExplainSheet({ subject, onClose }: ExplainProps) {
  return (
    <Sheet title={explainText('title')} onClose={onClose} isTall>
      <ExplainPanel subject={subject} device="mobile" LinkTo={PhoneLink} />
    </Sheet>
  )
}

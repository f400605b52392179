import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { Sheet } from '#kernel/web/console/phone/parts/Sheet.tsx'
import { type ExplainProps, ExplainPanel } from './ExplainPanel.tsx'
import { explainText } from './explain-text.web.ts'

/** Explain this number, on a phone: in a sheet over the page that shows it. */
export function ExplainSheet({ subject, onClose }: ExplainProps) {
  return (
    <Sheet title={explainText('title')} onClose={onClose} isTall>
      <ExplainPanel subject={subject} device="mobile" LinkTo={PhoneLink} />
    </Sheet>
  )
}

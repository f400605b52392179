import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { Sheet } from '#kernel/web/console/phone/parts/Sheet.tsx'
import { type ExplainProps, ExplainPanel } from './ExplainPanel.tsx'
import { explainText } from './explain-text.web.ts'

/** The explanation of a number, in a sheet on a phone. */
export function ExplainSheet({ subject, onClose }: ExplainProps) {
  return (
    <Sheet title={explainText('title')} onClose={onClose} isTall>
      <ExplainPanel subject={subject} device="mobile" LinkTo={PhoneLink} />
    </Sheet>
  )
}

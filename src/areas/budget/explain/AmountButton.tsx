import { type ComponentType, type ReactNode, useState } from 'react'
import { formatAmount } from '#kernel/base/money/money.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import type { ExplainSubject } from './explain-subject.web.ts'
import './explained-amount.css'

export interface ExplainedProps {
  readonly subject: ExplainSubject
  readonly onClose: () => void
}

export interface ExplainedAmountProps {
  /** The subject of the explanation. */
  readonly subject: ExplainSubject
  /** Decimal text, for screen readers. */
  readonly value: string
  readonly children: ReactNode
}

interface AmountButtonProps extends ExplainedAmountProps {
  readonly Shell: ComponentType<ExplainedProps>
}

/** An amount with a button for its explanation, device-specific. */
export function AmountButton({ subject, value, children, Shell }: AmountButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="explained"
        aria-label={`${explainedName(subject)}: ${formatAmount(value)} ${subject.currency}`}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen ? <Shell subject={subject} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

export function explainedName(subject: Pick<ExplainSubject, 'amount' | 'name'>): string {
  return pageLabel('postingsOf', { bucket: pageLabel(`buckets.${subject.amount}`), code: subject.name })
}

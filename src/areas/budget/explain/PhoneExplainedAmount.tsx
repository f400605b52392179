import { lazy, Suspense } from 'react'
import type { SourceProps } from '#kernel/web/console/document/page-spec.ts'
import { AmountButton, type ExplainedAmountProps, type ExplainedProps } from './AmountButton.tsx'
import { subjectOfSource } from './explain-subject.web.ts'

const Sheet = lazy(async () => ({ default: (await import('./ExplainSheet.tsx')).ExplainSheet }))

function Explained(props: ExplainedProps) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}

/** An amount with an explanation, on a phone. */
export function PhoneExplainedAmount(props: ExplainedAmountProps) {
  return <AmountButton {...props} Shell={Explained} />
}

/** A decision figure on a phone. */
export function PhoneFigure({ source, ...rest }: SourceProps) {
  return <PhoneExplainedAmount subject={subjectOfSource(source)} {...rest} />
}

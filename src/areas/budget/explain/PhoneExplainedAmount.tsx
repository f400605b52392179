import { lazy, Suspense } from 'react'
import { AmountButton, type ExplainedAmountProps, type ExplainedProps } from './AmountButton.tsx'

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

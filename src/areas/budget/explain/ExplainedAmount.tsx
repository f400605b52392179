import { lazy, Suspense } from 'react'
import { AmountButton, type ExplainedAmountProps, type ExplainedProps } from './AmountButton.tsx'

const Drawer = lazy(async () => ({ default: (await import('./ExplainDrawer.tsx')).ExplainDrawer }))

/** Controlled variant, for a list with hundreds of amounts. */
export function Explained(props: ExplainedProps) {
  return (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  )
}

/** An amount with an explanation, on the desktop. */
export function ExplainedAmount(props: ExplainedAmountProps) {
  return <AmountButton {...props} Shell={Explained} />
}

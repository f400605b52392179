import { lazy, Suspense } from 'react'
import { AmountButton, type ExplainedAmountProps, type ExplainedProps } from './AmountButton.tsx'

const Drawer = lazy(async () => ({ default: (await import('./ExplainDrawer.tsx')).ExplainDrawer }))

/** The explanation itself, for who keeps open and closed by himself: a list of hundreds of amounts. */
export function Explained(props: ExplainedProps) {
  return (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  )
}

/** An amount that opens what it is made of, on the desktop. */
export function ExplainedAmount(props: ExplainedAmountProps) {
  return <AmountButton {...props} Shell={Explained} />
}

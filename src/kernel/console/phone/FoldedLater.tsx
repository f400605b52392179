import { type ComponentProps, lazy, Suspense } from 'react'

const Folded = lazy(() => import('../opened/FoldedValue.tsx').then((module) => ({ default: module.FoldedValue })))

/** Tiers or codes to read: few documents have them, so no page waits for what draws them. */
export function FoldedValue(props: ComponentProps<typeof Folded>) {
  return (
    <Suspense fallback={props.value}>
      <Folded {...props} />
    </Suspense>
  )
}

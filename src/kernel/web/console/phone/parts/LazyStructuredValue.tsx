import { type ComponentProps, lazy, Suspense } from 'react'

const Folded = lazy(() =>
  import('../../structured-field/StructuredValue.tsx').then((module) => ({ default: module.StructuredValue })),
)

/** Tiers or codes for reading; lazy-loaded, because few documents have them. */
export function StructuredValue(props: ComponentProps<typeof Folded>) {
  return (
    <Suspense fallback={props.value}>
      <Folded {...props} />
    </Suspense>
  )
}

import { type ComponentProps, lazy, Suspense } from 'react'
import type { ChangedForm as Form } from './ChangedForm.tsx'
import type { ChangedSince as Since } from './ChangedSince.tsx'

// Lazy-loaded: most documents did not change since somebody looked or agreed.
const LazySince = lazy(() => import('./ChangedSince.tsx').then((module) => ({ default: module.ChangedSince })))
const LazyForm = lazy(() => import('./ChangedForm.tsx').then((module) => ({ default: module.ChangedForm })))

/** What changed since the reader looked; nothing where nothing did. */
export function ChangedSince({ difference, zone }: ComponentProps<typeof Since>) {
  return difference ? (
    <Suspense fallback={null}>
      <LazySince difference={difference} zone={zone} />
    </Suspense>
  ) : null
}

/** What changed while somebody decided; nothing where nothing did. */
export function ChangedForm(props: ComponentProps<typeof Form>) {
  return props.acts.changed ? (
    <Suspense fallback={null}>
      <LazyForm {...props} />
    </Suspense>
  ) : null
}

import { lazy, Suspense } from 'react'
import { Loading } from '#kernel/web/console/phone/parts/Loading.tsx'

/** Lazy-loaded: no other page of a phone has both the rows of a form and a list, and all would be split for its sake. */
const ComparisonPhone = lazy(() =>
  import('./ComparisonPhone.tsx').then((module) => ({ default: module.ComparisonPhone })),
)

/** The page of the comparison of prices on a phone. */
export default function PriceComparisonPhonePage() {
  return (
    <Suspense fallback={<Loading />}>
      <ComparisonPhone />
    </Suspense>
  )
}

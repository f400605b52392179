import { lazy, Suspense } from 'react'
import type { SessionUser } from '../client/session/session.ts'

const ViewBanner = lazy(async () => ({ default: (await import('./ViewBanner.tsx')).ViewBanner }))

/** The banner while a person views as another; lazy-loaded. */
export function ViewOverlay({ user }: { readonly user: SessionUser }) {
  if (!user.viewer) return null
  return (
    <Suspense fallback={null}>
      <ViewBanner user={user} />
    </Suspense>
  )
}

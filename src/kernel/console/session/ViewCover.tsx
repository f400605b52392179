import { lazy, Suspense } from 'react'
import type { SessionUser } from '../client/session.ts'

const ViewStrip = lazy(async () => ({ default: (await import('./ViewStrip.tsx')).ViewStrip }))

/** The strip over everything while somebody looks as another person; nothing of it is fetched otherwise. */
export function ViewCover({ user }: { readonly user: SessionUser }) {
  if (!user.viewer) return null
  return (
    <Suspense fallback={null}>
      <ViewStrip user={user} />
    </Suspense>
  )
}

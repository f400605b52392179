import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { leaveForSignIn, type SessionUser } from '../client/session/session.ts'
import { currentOverlay, onOverlay } from '../client/session/session-end.ts'
import { askedProof, onProof } from '../client/session/step-up.ts'
import { onFirstUnsaved } from '../client/unsaved.ts'
import type { SignInAgainProps } from './SignInAgain.tsx'
import './session-overlay.css'

async function loadDialog(): Promise<{ default: ComponentType<SignInAgainProps> }> {
  const module = await import('./SignInAgain.tsx').catch(() => null)
  return { default: module?.SignInAgain ?? LeaveInstead }
}
const SignInAgain = lazy(loadDialog)

/** Where the dialog cannot be loaded: the input is in the browser and is restored after the sign-in. */
function LeaveInstead() {
  useEffect(() => void leaveForSignIn(true), [])
  return null
}

/** Covers a page whose session ended during unsaved input. The dialog is loaded while there is still a session. */
export function SessionOverlay({ home }: { readonly home: string }) {
  const cover = useSyncExternalStore(onOverlay, currentOverlay)
  const client = useQueryClient()
  useEffect(() => onFirstUnsaved(() => void loadDialog()), [])
  if (!cover) return null
  return (
    <Suspense fallback={null}>
      <SignInAgain
        cover={cover}
        home={home}
        onLifted={() => {
          cover.lift()
          void client.invalidateQueries({ queryKey: ['buttons'] })
        }}
      />
    </Suspense>
  )
}

const StepUpDialog = lazy(async () => ({ default: (await import('./StepUpDialog.tsx')).StepUpDialog }))

/** Covers the page while a call waits for a fresh sign-in. */
export function StepUpOverlay() {
  const proof = useSyncExternalStore(onProof, askedProof)
  if (!proof) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog proof={proof} />
    </Suspense>
  )
}

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

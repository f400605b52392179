import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { leaveForSignIn } from '../client/session/session.ts'
import { currentOverlay, onOverlay } from '../client/session/session-end.ts'
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

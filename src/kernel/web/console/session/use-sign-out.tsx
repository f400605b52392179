import type { ReactNode } from 'react'
import { signOut } from '../client/session/session.ts'
import { hasUnsaved, keepInput } from '../client/unsaved.ts'
import { useLazyDialog } from './use-lazy-dialog.ts'

const loadLeave = async () => (await import('./SignOutDialog.tsx')).SignOutDialog

/** Sign-out: input is saved first, and if that fails the person is asked. */
export function useSignOut(): { readonly start: () => void; readonly dialog: ReactNode } {
  const leaving = useLazyDialog(loadLeave)
  const leave = (): void => void signOut().catch(() => undefined)
  return {
    start: () => {
      if (!hasUnsaved()) return leave()
      void keepInput().then((isKept) => (isKept ? leave() : leaving.open()))
    },
    dialog: leaving.Dialog ? <leaving.Dialog onStay={leaving.close} onLeave={leave} /> : null,
  }
}

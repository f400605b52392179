import { post, setStepUpHandler } from '../api.ts'

/** The task of a person who has to sign in again before an act goes on. */
export interface Proof {
  readonly account: string
  readonly name: string
  /** Takes the ticket of the sign-in window; throws where it is invalid. */
  readonly prove: (ticket: string) => Promise<void>
  /** Ends the dialog: the waiting call continues, or is given up. */
  readonly end: (isProven: boolean) => void
}

let asked: Proof | null = null
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function show(next: Proof | null): void {
  asked = next
  for (const listener of listeners) listener()
}

export function askedProof(): Proof | null {
  return asked
}

export function onProof(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Concurrent refusals share one dialog. Returns whether the person signed in afresh. */
function askProof(person: { readonly account: string; readonly name: string }): Promise<boolean> {
  asking ??= new Promise((resolve) => {
    show({
      ...person,
      prove: async (ticket) => {
        await post('/api/v1/auth/step-up', { ticket }, { handles: true, isSignIn: true })
      },
      end: (isProven) => {
        asking = null
        show(null)
        resolve(isProven)
      },
    })
  })
  return asking
}

/** Registers the handler: a call that needs a fresh sign-in then gets one and is repeated once. */
export function watchStepUp(person: { readonly account: string; readonly name: string }): void {
  setStepUpHandler(() => askProof(person))
}

import { post, setStepUpHandler } from '../api.ts'

/** What waits for a fresh sign-in of the person who is signed in. */
export interface Proof {
  readonly account: string
  readonly name: string
  /** Takes the ticket that the sign-in window brought; throws where it proves nothing. */
  readonly prove: (ticket: string) => Promise<void>
  /** Ends the asking: what waits goes on, or is given up. */
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

/** Calls that are refused together ask once. Answers whether the person has proved who he is. */
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

/** From here on a call that asks for a fresh sign-in gets one, and is repeated once. */
export function watchStepUp(person: { readonly account: string; readonly name: string }): void {
  setStepUpHandler(() => askProof(person))
}

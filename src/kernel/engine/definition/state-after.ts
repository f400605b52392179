import type { Action } from './definition.ts'

type Leading = Pick<Action, 'to' | 'otherwise'>

/** The state to which a completed action leads, by the header as it is stored with it. */
export function stateAfter({ to, otherwise }: Leading, header: Readonly<Record<string, unknown>>): string {
  return otherwise && header[otherwise.where] === otherwise.is ? otherwise.to : to
}

/** Whether a document in this state may have come there by the action. */
export function leadsTo({ to, otherwise }: Leading, state: string): boolean {
  return state === to || state === otherwise?.to
}

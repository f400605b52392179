import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { ImportState as State } from '#kernel/services/downloads/import-card.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'

const COLOURS: Record<State, StateColour> = {
  reading: 'blue',
  checked: 'orange',
  running: 'blue',
  stopped: 'orange',
  done: 'green',
  failed: 'red',
  undoing: 'blue',
  undone: 'grey',
  discarded: 'grey',
}

interface ImportStateProps {
  readonly state: State
  /** Another word than that of imports. */
  readonly text?: string | undefined
}

export function ImportState({ state, text = pageText(`imports.states.${state}`) }: ImportStateProps) {
  return <StateMark colour={COLOURS[state]} text={text} />
}

/** While it runs: updated by live events, and by polling without them. */
export function isAtWork(state: State): boolean {
  return state === 'reading' || state === 'running' || state === 'undoing'
}

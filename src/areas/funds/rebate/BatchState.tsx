import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { BATCH_COLOURS, BATCH_STATES } from '../lists/funds-lists.ts'
import { wordText } from '../funds-texts.web.ts'

/** State of a rebate batch. */
export function BatchState({ value }: { readonly value: unknown }) {
  const state = BATCH_STATES.find((each) => each === value)
  return state ? <StateMark colour={BATCH_COLOURS[state]} text={wordText('state', state)} /> : '/'
}

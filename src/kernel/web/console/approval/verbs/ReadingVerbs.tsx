import type { Approval } from '../../client/approval.ts'
import { flowText } from '../flow-text.ts'
import { barVerbs, type PageVerb } from './verb-spec.ts'

interface ReadingVerbsProps {
  readonly approval: Approval
  readonly onVerb: (verb: PageVerb) => void
}

/** Actions of people who only read: beside the timeline, without a bar. */
export function ReadingVerbs({ approval, onVerb }: ReadingVerbsProps) {
  const { reading } = barVerbs(approval)
  if (reading.length === 0) return null
  return (
    <p className="reading-verbs">
      {reading.map((verb) => (
        <button key={verb} type="button" className="flow-button" onClick={() => onVerb(verb)}>
          {flowText(`verbs.${verb}`)}
        </button>
      ))}
    </p>
  )
}

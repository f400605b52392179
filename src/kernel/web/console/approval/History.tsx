import { useId } from 'react'
import type { ActView } from '#kernel/engine/approval/approval-wire.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { documentTexts } from '../client/document-texts.ts'
import { Event } from './Timeline.tsx'

interface HistoryProps {
  readonly definition: AnyDefinition
  readonly acts: readonly ActView[]
  readonly zone: string | undefined
}

/** What was done to a document that has no approval: that it was submitted, and each act since. */
export function History({ definition, acts, zone }: HistoryProps) {
  const id = useId()
  return (
    <section className="timeline-box" aria-labelledby={id}>
      <div className="timeline-head">
        <h2 id={id}>{documentTexts(definition).text('history')}</h2>
      </div>
      <ol className="timeline">
        {acts.map((act) => (
          <Event key={act.id} act={act} zone={zone} />
        ))}
      </ol>
    </section>
  )
}

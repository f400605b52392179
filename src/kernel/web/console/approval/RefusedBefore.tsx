import { useQuery } from '@tanstack/react-query'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Ended } from './Ended.tsx'
import { isRefused } from './ended-by.ts'
import { editedDetail } from '../form/draft/edited-detail.ts'

interface RefusedBeforeProps {
  readonly definition: AnyDefinition
  readonly no: string
}

/** Above the form of a document that was rejected or returned: what its drafter is to mend. */
export function RefusedBefore({ definition, no }: RefusedBeforeProps) {
  const { data } = useQuery(editedDetail(definition, no))
  const { document, approval } = data ?? {}
  if (!document || !approval || !isRefused(approval)) return null
  if (!definition.actions['save']?.from.includes(document.state)) return null
  return <Ended definition={definition} approval={approval} zone={document.timezone} />
}

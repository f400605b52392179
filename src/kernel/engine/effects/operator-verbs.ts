import { may, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Verb } from '#kernel/engine/approval/approval-wire.ts'
import { processOf } from '#kernel/engine/approval/store.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { hasFailed, withRetries } from '#kernel/engine/reserve/reserve-rules.ts'
import type { ReserveRow } from '#kernel/engine/reserve/reserve-store.ts'
import type { EffectRow } from './effect-store.ts'

/** The acts that an operator may now perform on the document: retry where something failed, close where its process allows it. */
export async function operatorVerbs(
  tx: Tx,
  { principal }: Pick<RequestContext, 'principal'>,
  definition: AnyDefinition,
  document: { readonly id: string; readonly round: number; readonly state: string },
  effects: readonly EffectRow[],
  reserve: ReserveRow | undefined,
): Promise<Verb[]> {
  const actions = Object.values(definition.actions).map((action) => withRetries(definition, action))
  const mine = actions.filter(
    (action) => action.by === 'operator' && action.from.includes(document.state) && may(principal, action.right),
  )
  const verbs: Verb[] = []
  const isFailed = effects.some(({ state }) => state === 'failedPushed') || hasFailed(reserve)
  if (isFailed && mine.some((action) => action.retries)) verbs.push('retry')
  if (mine.some((action) => action.closes)) {
    const flow = await tx.first(processOf(document.id, document.round))
    if (flow?.process === 'new') verbs.push('close')
  }
  return verbs
}

import { isDeepStrictEqual } from 'node:util'
import type { resolveRoute, RouteStep } from '#kernel/engine/approval/approval-route.ts'
import { may, type Principal } from '#kernel/platform/access/principal.ts'
import type { ServerDocument } from '../server-document.ts'

// What follows from values that a drafter may not see, as from the cost of a product, tells of these values: whoever may ask again and again
// finds the cost by halving an interval. Before a submit it is withheld.

/** The names that are withheld from this person, who has their rights where the document is. */
export function withheldFrom(
  principal: Pick<Principal, 'superAdmin' | 'rights' | 'grants'>,
  { secretOutcomes = {} }: Pick<ServerDocument, 'secretOutcomes'>,
): readonly string[] {
  return Object.entries(secretOutcomes).flatMap(([name, rights]) =>
    rights.every((right) => may(principal, right)) ? [] : name,
  )
}

/** Each way in which the withheld outcomes may fall. */
export function assumptions(withheld: readonly string[]): readonly Readonly<Record<string, boolean>>[] {
  return withheld.reduce<readonly Readonly<Record<string, boolean>>[]>(
    (ways, name) => ways.flatMap((way) => [false, true].map((value) => ({ ...way, [name]: value }))),
    [{}],
  )
}

export interface SupposedStep extends RouteStep {
  /** Whether it is needed depends on what the reader may not see. */
  readonly mayBeNeeded?: true
}

type Route = ReturnType<typeof resolveRoute>

/** One route of all that may follow: a step that only some of them ask for may be needed, and only what refuses in each of them refuses. */
export function supposedRoute(routes: readonly Route[]): Route & { readonly steps: readonly SupposedStep[] } {
  const [first] = routes
  if (!first) throw new Error('no route to suppose')
  const steps = first.steps.map((step, index) => {
    const all = routes.map((route) => route.steps[index] ?? step)
    const asked = all.find(({ status }) => status === 'future')
    if (!asked) return step
    return all.every(({ status }) => status === 'future') ? step : { ...asked, mayBeNeeded: true as const }
  })
  const refusals = first.refusals.filter((refusal) =>
    routes.every((route) => route.refusals.some((other) => isDeepStrictEqual(other, refusal))),
  )
  return { steps, refusals }
}

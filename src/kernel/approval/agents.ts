import { amount } from '#kernel/money/money.ts'
import { actedOn, type Case, holds } from './case.ts'
import type { Person } from './route.ts'

/**
 * Somebody who stands in for a person now, of this type of document and in its organisation; who may not hold its tasks
 * himself is not among them.
 */
export interface AgentRow extends Person {
  readonly principal_id: number
  readonly amount_limit: string | null
  readonly currency: string | null
}

export interface Agents {
  /** Who gets a person's task in his place; null where he gets it himself. */
  agentOf(principalId: number, the: Case): number | null
  /** His names, for the timeline. */
  personOf(agentId: number): readonly Person[]
}

export const NO_AGENTS: Agents = { agentOf: () => null, personOf: () => [] }

export function agentsFrom(rows: readonly AgentRow[]): Agents {
  if (rows.length === 0) return NO_AGENTS
  return {
    agentOf: (principalId, the) =>
      rows.find((row) => row.principal_id === principalId && fits(row, the) && isFree(row.id, the))?.id ?? null,
    personOf: (agentId) =>
      rows
        .filter((row) => row.id === agentId)
        .slice(0, 1)
        .map(({ id, account, name }) => ({ id, account, name })),
  }
}

/** Up to which amount he may stand in. A document of another currency, or without an amount, is not within a limit. */
export function fits({ amount_limit, currency }: AgentRow, { instance: { summary } }: Case): boolean {
  if (amount_limit === null) return true
  if (!summary?.amount || summary.currency !== currency) return false
  return amount(summary.amount).abs().lte(amount_limit)
}

/** Nobody is heard twice: the drafter, whoever is in the route himself, has decided or has a task of it cannot stand in. */
function isFree(agentId: number, the: Case): boolean {
  return (
    agentId !== the.instance.drafter_id &&
    !the.steps.some((step) => (step.all ?? step.people).some((person) => person.id === agentId)) &&
    !actedOn(the.tasks).has(agentId) &&
    !holds(the, agentId)
  )
}

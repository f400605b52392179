import type { ActKind, ActView, ApprovalView } from '#kernel/engine/approval/approval-wire.ts'

/** The act that ends an approval in each state that is no agreement. */
const ENDS: Partial<Record<ApprovalView['state'], ActKind>> = {
  rejected: 'reject',
  returned: 'return',
  withdrawn: 'withdraw',
  terminated: 'terminate',
}

/** Who ended an approval without agreeing to it, when and why; null for a running or approved one. */
export function endedBy({ state, steps, events }: Pick<ApprovalView, 'state' | 'steps' | 'events'>): ActView | null {
  const kind = ENDS[state]
  if (kind === undefined) return null
  return (
    [...steps.flatMap((step) => step.acts), ...events]
      // A return to an earlier step ends nothing.
      .filter(({ act, toStep }) => act === kind && toStep === null)
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .at(-1) ?? null
  )
}

/** An approver sent it back, with a reason that its drafter answers. */
export function isRefused({ state }: Pick<ApprovalView, 'state'>): boolean {
  return state === 'rejected' || state === 'returned'
}

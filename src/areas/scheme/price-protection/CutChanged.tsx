import { Banner } from '#kernel/web/console/Banner.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { proposalText } from './proposal-api.web.ts'
import type { Proposal } from './proposal-wire.ts'

const SAID = { open: 'recounted', takenBack: 'closed', used: 'usedChanged', dismissed: 'dismissedChanged' } as const

/** That the cut of a proposal was changed or taken back since it was proposed, by which act on which document. */
export function CutChanged({ proposal }: { readonly proposal: Proposal }) {
  const { state, cuts, cutsTaken, changedNo, changedAct, changedAt } = proposal
  if (changedNo === null) return null
  return (
    <Banner kind="warning">
      {proposalText(SAID[state as keyof typeof SAID], {
        act: proposalText(`acts.${changedAct as 'revoke'}`),
        no: changedNo,
        day: timeText(changedAt),
        taken: cutsTaken,
        total: cuts + cutsTaken,
      })}
    </Banner>
  )
}

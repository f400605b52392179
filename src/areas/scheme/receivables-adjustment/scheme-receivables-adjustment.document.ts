import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import {
  consumeFrozen,
  decreaseReceivable,
  freezeRebate,
  increaseReceivable,
  lockItems,
  moveReceivable,
  together,
  unfreeze,
  unlockItems,
} from '#areas/funds/funds.facade.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { totalOf } from '../application/scheme-application.rules.ts'
import { fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { type SchemeReceivablesAdjustment, schemeReceivablesAdjustment } from './scheme-receivables-adjustment.doc.ts'
import {
  causeOf,
  checkReceivablesAdjustment,
  itemOf,
  rebateTakesOf,
  stepsOf,
  takesOf,
} from './scheme-receivables-adjustment.rules.ts'
import { fundsBy, hold, release, settle } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import {
  type AllReceivablesAdjustmentFacts,
  receivablesAdjustmentFacts,
  receivablesAdjustmentLocks,
} from './scheme-receivables-adjustment.facts.ts'
import { itemFacts } from './receivables-decision.server.ts'
import { receivablesLimits } from '../decision/line-limits.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

type S = Subject<SchemeReceivablesAdjustment>

const by = fundsBy(schemeReceivablesAdjustment)

/** Locks lowered or moved items, freezes rebates, and locks the scheme's share, so that nothing fails later. */
function submit(subject: S, facts: AllReceivablesAdjustmentFacts): Postings {
  const { header, content } = subject
  if (!content) throw new Error('a submit without content')
  const act = by(subject, 'submit')
  const { decreases, moves } = takesOf(content.lines, facts.items)
  const isOffset = causeOf(header) === 'rebate'
  return together(
    lockItems(act, [...decreases, ...moves]),
    ...(isOffset && facts.rebate ? [freezeRebate(act, rebateTakesOf(content.lines, facts.rebate))] : []),
    hold(subject, stepsOf(content, facts)),
  )
}

/** Each line by its bearer, in one journal: the customer's account, their rebate, and the scheme's budget. */
function approve(subject: S, facts: AllReceivablesAdjustmentFacts): Postings {
  const { header } = subject
  const { lines, items, accounts, scheme, frozen } = facts
  const act = by(subject, 'approve')
  const cause = causeOf(header)
  const own = facts.locked.flatMap((each) => {
    const line = lines[each.line - 1]
    return line ? [{ ...each, line: each.line, stored: line, isLocked: true as const }] : []
  })
  const lowered = own.filter(({ stored }) => stored.direction === 'decrease').map((each) => ({ ...each, cause }))
  const moved = own
    .filter(({ stored }) => stored.direction === 'move')
    .map((each) => ({ ...each, toCustomerCode: each.stored.toCustomerCode ?? '' }))
  const steps = stepsOf({ header, lines }, facts)
  return together(
    ...(frozen.length > 0 ? [consumeFrozen(act, frozen)] : []),
    decreaseReceivable(act, lowered),
    increaseReceivable(act, takesOf(lines, items).increases),
    moveReceivable(act, accounts, moved),
    ...(scheme && steps.length > 0 ? [settle(subject, steps, scheme.id)] : []),
  )
}

const undo =
  (action: string) =>
  (subject: S, { locked, frozen }: AllReceivablesAdjustmentFacts): Postings => {
    const act = by(subject, action)
    return together(unlockItems(act, locked), unfreeze(act, frozen), release(action)(subject))
  }

export const schemeReceivablesAdjustmentDocument = bindDocument<
  SchemeReceivablesAdjustment,
  AllReceivablesAdjustmentFacts
>({
  definition: schemeReceivablesAdjustment,
  load: {
    facts: receivablesAdjustmentFacts,
    locks: receivablesAdjustmentLocks,
    scopeOf: ({ place }) => place?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkReceivablesAdjustment,
  },
  derive: {
    computed: ({ lines }, { place }) => ({
      totalAmount: amountText(totalOf(lines)),
      closedPeriod: place ? (place.isPeriodClosed ? 'yes' : 'no') : null,
    }),
    computedLines: ({ lines }, facts) => {
      const parts = fundingLinesOf(facts)
      return lines.map(({ itemNo, fundingNo }) => {
        // Not computed for a draft.
        const item = itemOf(facts.items ?? [], itemNo)
        return {
          itemKind: item?.kind ?? null,
          openAmount: item ? amountText(item.open) : null,
          budgetCode: fundingNo === null ? null : (parts.get(fundingNo)?.funding.budgetCode ?? null),
        }
      })
    },
    variables: ({ header }, computed) => ({
      reason: header.adjustReason,
      writeOff: header.adjustReason === 'badDebt',
      closedPeriod: computed['closedPeriod'] === 'yes',
    }),
  },
  present: {
    names: schemeNames.of(schemeReceivablesAdjustment),
    titled: titledSchemes,
    taskFacts: ['customerCode', 'adjustReason', 'postingDate'],
  },
  post: {
    plans: {
      submit,
      approve,
      ...releasePlans(undo),
    },
    effects: { financePush },
  },
})

export const served = serveScheme({
  document: schemeReceivablesAdjustmentDocument,
  facts: itemFacts,
  propose: receivablesLimits,
})

import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { recoverClaims } from '#areas/device/device.facade.ts'
import {
  accountOf,
  consumeFrozen,
  debitNote,
  freezeRebate,
  together,
  unfreeze,
  upToSpendable,
} from '#areas/funds/funds.facade.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { totalOf } from '../application/scheme-application.rules.ts'
import { type SchemeClawback, schemeClawback } from './scheme-clawback.doc.ts'
import { checkClawback, owedOf, recoverableOf, recoveryOf, stepsOf } from './scheme-clawback.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { fundsBy, hold, release, schemeLocks, settle } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import { type AllClawbackFacts, clawbackFacts } from './scheme-clawback.facts.ts'
import { partFacts } from '../decision/decision-facts.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

type S = Subject<SchemeClawback>

const by = fundsBy(schemeClawback)

/** A fully recovered period may be claimed again. */
const freePeriods = prepared(
  'scheme.free-recovered-periods',
  `delete from scheme_claim c where c.document_id = any ($2::bigint[]) and not exists (
     select from scheme_settlement t join scheme_execute d on d.id = t.document_id
     where t.document_id = c.document_id and t.scheme_line = c.line_no and t.amount > coalesce((
       select sum(l.amount) from scheme_clawback_line l join scheme_clawback h on h.id = l.document_id and h.round = l.round
       where l.settled_line = d.no || '/' || t.line_no and (h.state = 'approved' or h.id = $1)), 0))`,
)

/** Locks the amounts, and freezes the customer's rebate as far as there is one. */
function submit(subject: S, facts: AllClawbackFacts): Postings {
  const { content, header } = subject
  const unit = unitOf(content?.lines ?? [], facts)
  if (!content || !facts.scheme || unit === null) throw new Error('a submit without content or scheme')
  const kept = hold(subject, stepsOf(content, facts))
  if (header.recovery !== 'rebate') return kept
  const key = { customerCode: header.customerCode, operatingUnitCode: unit, currency: header.currency }
  const account = accountOf(facts.accounts, 'REBATE', key)
  const takes = content.lines.map((line, index) => ({
    account,
    amount: owedOf(line.amount, facts.settled.get(line.settledLine)),
    line: index + 1,
  }))
  return together(kept, freezeRebate(by(subject, 'submit'), upToSpendable(takes).found))
}

/**
 * The last approval: the money returns to the budgets, the frozen rebate is consumed, and a debit note covers the rest,
 * except expired rebates. Due from that day.
 */
function approve(subject: S, facts: AllClawbackFacts): Postings {
  const { id, header } = subject
  const { scheme, lines, frozen, accounts, settled } = facts
  const { customerCode, operatingUnitCode, currency, postingDate } = header
  if (!scheme || !operatingUnitCode) throw new Error('an approval without its scheme')
  const act = by(subject, 'approve')
  const taken = recoveryOf(lines, frozen, facts)
  const notes = taken
    .filter(({ note }) => note.gt(0))
    .map(({ line, note }) => ({
      customerCode,
      operatingUnitCode,
      currency,
      amount: note,
      line,
      issuedOn: postingDate,
      dueOn: postingDate,
    }))
  const rebates = new Map(taken.map(({ line, rebate }) => [line, rebate]))
  const executions = [...new Set([...settled.values()].map(({ documentId }) => documentId))]
  const more = [...devicesBack(id, facts), freePeriods(id, executions)]
  return together(
    settle(subject, stepsOf({ header, lines }, facts), scheme.id, more),
    ...(frozen.length > 0 ? [consumeFrozen(act, frozen, rebates)] : []),
    ...(notes.length > 0 ? [debitNote(act, accounts, notes)] : []),
  )
}

/** Each device can be paid for again; one already recovered meanwhile is refused. */
function devicesBack(id: string, { paid }: AllClawbackFacts): readonly Statement[] {
  const gone = paid.find(({ paidBy }) => paidBy === null)
  if (gone) throw new Refused(schemeErrors.deviceTakenBack({ number: gone.number }, { field: 'imeis' }))
  const claims = new Map<string, string[]>()
  for (const { deviceId, paidBy } of paid)
    if (deviceId !== null && paidBy !== null) claims.set(paidBy, [...(claims.get(paidBy) ?? []), deviceId])
  return [...claims].flatMap(([paidBy, devices]) => recoverClaims({ id }, paidBy, devices))
}

const undo =
  (action: string) =>
  (subject: S, { frozen }: AllClawbackFacts): Postings =>
    together(release(action)(subject), ...(frozen.length > 0 ? [unfreeze(by(subject, action), frozen)] : []))

function unitOf(lines: readonly { readonly settledLine: string }[], { settled }: AllClawbackFacts) {
  return settled.get(lines[0]?.settledLine ?? '')?.operatingUnitCode ?? null
}

export const schemeClawbackDocument = bindDocument<SchemeClawback, AllClawbackFacts>({
  definition: schemeClawback,
  load: {
    facts: clawbackFacts,
    locks: schemeLocks(schemeClawback),
    scopeOf: ({ scheme }) => scheme?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkClawback,
  },
  derive: {
    computed: ({ lines }, facts) => {
      // Not computed for a draft.
      const settled = facts.settled as typeof facts.settled | undefined
      const parts = settled ? fundingLinesOf(facts) : null
      const isClosed = lines.some(({ settledLine }) => {
        const fundingNo = settled?.get(settledLine)?.fundingNo
        return fundingNo !== undefined && (parts?.get(fundingNo)?.encumbrance?.closedMonth ?? null) !== null
      })
      return {
        totalAmount: amountText(totalOf(lines)),
        operatingUnitCode: settled ? unitOf(lines, facts) : null,
        closedPeriod: settled ? (isClosed ? 'yes' : 'no') : null,
      }
    },
    computedLines: ({ lines }, facts) => {
      const parts = fundingLinesOf(facts)
      return lines.map(({ settledLine }) => {
        const of = facts.settled.get(settledLine)
        return {
          fundingNo: of?.fundingNo ?? null,
          budgetCode: (of && parts.get(of.fundingNo)?.funding.budgetCode) ?? null,
          executedNet: of ? amountText(recoverableOf(of)) : null,
        }
      })
    },
    variables: ({ header }, computed) => ({
      recovery: header.recovery,
      closedPeriod: computed['closedPeriod'] === 'yes',
    }),
  },
  present: {
    names: schemeNames.of(schemeClawback),
    titled: titledSchemes,
    taskFacts: ['recovery', 'customerCode', 'postingDate'],
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

export const served = serveScheme({ document: schemeClawbackDocument, facts: partFacts('exe') })

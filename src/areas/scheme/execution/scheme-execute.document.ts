import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { bindDocument } from '#kernel/engine/document/server-document.ts'
import type { EffectBody } from '#kernel/engine/definition/effect.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { masked } from '#kernel/engine/record/write/secret.ts'
import { totalOf } from '../application/scheme-application.rules.ts'
import { type SchemeExecute, schemeExecute } from './scheme-execute.doc.ts'
import { approvedLines, checkClaimLess } from './claim-reduced.rules.ts'
import { calculationsOf, checkSchemeExecute } from './scheme-execute.rules.ts'
import { freeIn, partColumns, fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { paidFor } from '../settlement/scheme-payout-tax.rules.ts'
import { schemeLocks } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { type AllExecuteFacts, schemeExecuteFacts } from './scheme-execute.facts.ts'
import { approve, submit, undo } from './scheme-execute.plans.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import { partFacts } from '../decision/decision-facts.server.ts'
import { type ServedColumns, serveScheme } from '../shared/scheme-routes.server.ts'
import { settlementStateOf } from '../settlement/settlement-state.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'

const text = (value: string | number | null | undefined) => (value === null || value === undefined ? null : `${value}`)

/** Partly approved lines by number. */
function approvedOf(lines: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<number, Amount> {
  return new Map(
    lines.flatMap((line, row) => {
      const approved = text(line['approved_amount'] as string | null)
      return approved === null || approved === line['amount'] ? [] : [[row + 1, amount(approved)] as const]
    }),
  )
}

/** Every claim is sent to finance; for payment in money it is also the payment request. Its key is the same for every attempt. */
const payoutPush: EffectBody = (subject) => {
  const { header, lines } = subject
  const asked = lines.map((line) => ({
    amount: String(line['amount']),
    gstAmount: text(line['gst_amount']),
    tdsAmount: text(line['tds_amount']),
  }))
  const paid = approvedLines(asked, approvedOf(lines))
  const pushed = financePush(subject)
  // The tax of the approved amount.
  const taxes = paid.map(({ gstAmount, tdsAmount }) => ({ approvedGstAmount: gstAmount, approvedTdsAmount: tdsAmount }))
  const told = {
    ...pushed,
    lines: (pushed['lines'] as readonly object[]).map((line, row) => ({ ...line, ...taxes[row] })),
  }
  if (header['payoutType'] !== 'payment') return told
  const { customerCode, operatingUnitCode, currency } = header
  const taxMode = header['taxMode'] === 'included' ? 'included' : 'excluded'
  return { ...told, payment: { customerCode, operatingUnitCode, amount: amountText(paidFor(paid, taxMode)), currency } }
}

export const schemeExecuteDocument = bindDocument<SchemeExecute, AllExecuteFacts>({
  definition: schemeExecute,
  load: {
    facts: schemeExecuteFacts,
    locks: schemeLocks(schemeExecute),
    scopeOf: ({ scheme }) => scheme?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkSchemeExecute,
    checkReduction: checkClaimLess,
    asksFresh: (header) => header['payoutType'] === 'payment',
  },
  derive: {
    computed: ({ header, lines }, facts) => {
      const { payee, today } = facts
      const isMoney = header.payoutType === 'payment'
      // Not computed for a draft, which may be submitted on another day.
      const parts = today ? fundingLinesOf(facts) : null
      const isClosed = lines.some(({ fundingNo }) => (parts?.get(fundingNo)?.encumbrance?.period ?? 'open') !== 'open')
      return {
        totalAmount: amountText(totalOf(lines)),
        operatingUnitCode: payee?.operatingUnitCode ?? null,
        payeeAccount: isMoney ? masked(payee?.bankAccount ?? null) : null,
        claimDate: today || null,
        closedPeriod: parts ? (isClosed ? 'yes' : 'no') : null,
      }
    },
    computedLines: (content, facts) => {
      const parts = fundingLinesOf(facts)
      const calculations = calculationsOf(content, facts)
      return content.lines.map(({ fundingNo }, row) => {
        const found = calculations[row]
        const part = parts.get(fundingNo)
        return {
          ...partColumns(part),
          freeAccrued: part ? amountText(freeIn(part, 'acr')) : null,
          // Only for direct execution.
          freeCommitted: part && facts.scheme?.directExecution ? amountText(freeIn(part, 'cmt')) : null,
          basisUnits: found?.units ?? null,
          basisAmount: found?.amount ? amountText(found.amount) : null,
          settledBefore: found ? amountText(found.settledBefore) : null,
          calculatedAmount: found ? amountText(found.calculated) : null,
        }
      })
    },
    // Deductions do not reduce the amount for the band.
    bandAmount: ({ header, lines }) => {
      const [total, sent] = [totalOf(lines), header.payoutType === 'payment' ? paidFor(lines, header.taxMode) : zero]
      return amountText(sent.gt(total) ? sent : total)
    },
    variables: ({ header }, computed) => ({
      payoutType: header.payoutType,
      closedPeriod: computed['closedPeriod'] === 'yes',
    }),
  },
  present: {
    names: schemeNames.of(schemeExecute),
    titled: titledSchemes,
    taskFacts: ['payoutType', 'customerCode', 'claimPeriod'],
  },
  post: {
    plans: {
      submit,
      approve,
      ...releasePlans(undo),
    },
    effects: { financePush: payoutPush },
  },
})

const TEXTS = 'scheme.documents.schemeExecute.settlement'

/** The state of the settlement, as the list on the screen has it. */
const settlementColumn: ServedColumns[number] = {
  key: 'settlementState',
  kind: 'text',
  title: (language) => textAt(language, `${TEXTS}.title`),
  value: ({ settlementState }) => settlementState as string | null,
  word: (row, language) => {
    const state = settlementStateOf(row)
    return state && textAt(language, `${TEXTS}.payment.${state}`)
  },
}

export const served = serveScheme({
  document: schemeExecuteDocument,
  facts: partFacts('acr', 'cmt'),
  columns: [settlementColumn],
})

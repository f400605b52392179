import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import {
  issueCreditNote,
  issueDebitNote,
  lockInvoiceLines,
  together,
  unlockInvoiceLines,
} from '#areas/funds/funds.facade.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { type SchemeAdjustInvoice, schemeAdjustInvoice } from './scheme-adjust-invoice.doc.ts'
import { adjustSteps, changeOf, checkAdjustInvoice, grossOf, notesOf, totalsOf } from './scheme-adjust-invoice.rules.ts'
import { fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { adjustInvoiceFacts, type AllAdjustInvoiceFacts } from './scheme-adjust-invoice.facts.ts'
import { fundsBy, hold, release, schemeLocks, settle } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import { invoiceFacts } from '../receivables-adjustment/receivables-decision.server.ts'
import { invoiceLimits } from '../decision/line-limits.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

type S = Subject<SchemeAdjustInvoice>

const by = fundsBy(schemeAdjustInvoice)

/** Locks the invoice lines, and what a scheme is to bear. */
function submit(subject: S, facts: AllAdjustInvoiceFacts): Postings {
  const { content } = subject
  if (!content) throw new Error('a submit without content')
  const changes = content.lines.flatMap((line, row) => changeOf(line, row, facts.invoiceLines) ?? [])
  return together(lockInvoiceLines(by(subject, 'submit'), changes), hold(subject, adjustSteps(content, facts)))
}

/** Notes beside the invoices, their receivables, and the scheme's share, in one journal. */
function approve(subject: S, facts: AllAdjustInvoiceFacts): Postings {
  const { header } = subject
  const { lines, invoiceLines, accounts, scheme } = facts
  const act = by(subject, 'approve')
  const { credits, debits } = notesOf(header, lines, invoiceLines)
  const steps = adjustSteps({ header, lines }, facts)
  return together(
    issueCreditNote(act, accounts, credits),
    issueDebitNote(act, accounts, debits),
    unlockInvoiceLines(act, invoiceLines),
    ...(scheme && steps.length > 0 ? [settle(subject, steps, scheme.id)] : []),
  )
}

const undo =
  (action: string) =>
  (subject: S, { invoiceLines }: AllAdjustInvoiceFacts): Postings =>
    together(unlockInvoiceLines(by(subject, action), invoiceLines), release(action)(subject))

export const schemeAdjustInvoiceDocument = bindDocument<SchemeAdjustInvoice, AllAdjustInvoiceFacts>({
  definition: schemeAdjustInvoice,
  load: {
    facts: adjustInvoiceFacts,
    locks: schemeLocks(schemeAdjustInvoice),
    scopeOf: ({ place }) => place?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkAdjustInvoice,
  },
  derive: {
    // Not computed for a draft.
    computed: ({ lines }, { place, invoiceLines }) => ({
      ...(invoiceLines ? totalsOf(lines, invoiceLines) : {}),
      closedPeriod: place ? (place.isPeriodClosed ? 'yes' : 'no') : null,
    }),
    computedLines: ({ lines }, facts) => {
      const parts = fundingLinesOf(facts)
      return lines.map((line, index) => {
        const change = changeOf(line, index, facts.invoiceLines)
        const budgetCode = line.fundingNo === null ? null : (parts.get(line.fundingNo)?.funding.budgetCode ?? null)
        if (!change) return { budgetCode }
        const { tax, gross } = grossOf(change)
        return {
          invoiceNo: change.of.invoiceNo,
          invoiceLineNo: change.of.lineNo,
          skuCode: change.of.skuCode,
          beforePrice: amountText(change.priceLeft),
          beforeQuantity: change.quantityLeft,
          taxAmount: amountText(tax),
          netEffect: amountText(gross),
          budgetCode,
        }
      })
    },
    variables: ({ header }, computed) => ({
      category: header.category,
      closedPeriod: computed['closedPeriod'] === 'yes',
    }),
  },
  present: {
    names: schemeNames.of(schemeAdjustInvoice),
    titled: titledSchemes,
    taskFacts: ['customerCode', 'adjustType', 'category'],
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
  document: schemeAdjustInvoiceDocument,
  facts: invoiceFacts,
  propose: invoiceLimits,
})

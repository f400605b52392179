import { Type } from 'typebox'
import { money, text } from '#kernel/platform/http/wire-schemas.ts'
import {
  carriedOverAt,
  carriesOf,
  encumbrancesToCarry,
  readCarries,
  readEncumbrancesToCarry,
} from '#areas/budget/budget.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { amountText, zero } from '#kernel/base/money/money.ts'
import { CARRY_OPTIONS } from './scheme-annual-carryover.doc.ts'
import { partCode, proposedOptions } from './scheme-annual-carryover.rules.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import type { Beneficiary } from '../beneficiary/scheme-beneficiary.rules.ts'
import type { SchemeState } from '../shared/scheme-types.ts'
import { schemesSeen, schemesNamed } from '../shared/scheme.facts.ts'
import { schemeNames, beneficiaryKeys, beneficiaryText } from '../drafts-and-names/scheme-names.server.ts'

const RIGHTS = rightsOf('annualCarryover')
const MOST = 10_000

// Linked from the year-end cockpit: encumbrances of schemes, and earlier carry-overs.
carriedOverAt({
  documentTypes: ['schemeApplication', 'schemeAdjust', 'schemeAnnualCarryover'],
  right: RIGHTS.submit,
  page: '/scheme/annualCarryover/pc?type=new',
})

interface OpenPart extends Beneficiary {
  readonly schemeNo: string
  readonly name: string
  readonly state: SchemeState
  readonly currency: string
  readonly scopeId: number
  readonly fundingNo: number
  readonly budgetCode: string
  readonly documentId: string
  readonly round: number
  readonly line: number
}

/** Parts of an area's ($1) schemes that still hold money of a year ($2); limited ($3). */
const openParts = prepared<OpenPart>(
  'scheme.open-parts-of-year',
  `select s.no as "schemeNo", s.name, s.state, s.currency, s.scope_id as "scopeId", f.funding_no as "fundingNo",
     l.customer_code as "customerCode", l.channel_code as "channelCode", l.store_code as "storeCode", f.budget_code as "budgetCode", f.document_id as "documentId", f.round, f.encumbrance_line as line
   from scheme s join scheme_funding f on f.scheme_id = s.id join scheme_line l on l.scheme_id = s.id and l.line_no = f.line_no
   join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
   join budget_line b on b.id = o.account_id
   where s.area_id = $1 and b.year = $2 and o.cmt + o.acr > 0 order by s.id, f.funding_no limit $3`,
)

const open = defineRoute({
  method: 'POST',
  path: '/aps/scheme/annualCarryover/open',
  right: RIGHTS.view,
  summary: 'What schemes of an area still hold of a year, with what is proposed to become of it',
  mode: 'read',
  body: Type.Object({
    areaId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    fromYear: Type.Integer({ minimum: 2000, maximum: 2100 }),
  }),
  data: Type.Array(
    Type.Object({
      part: text,
      schemeNo: text,
      schemeName: text,
      state: text,
      customerCode: Type.Union([text, Type.Null()]),
      forBeneficiary: text,
      budgetCode: text,
      currency: text,
      committed: money,
      accrued: money,
      options: Type.Array(Type.Enum([...CARRY_OPTIONS])),
    }),
  ),
  async handler(tx, { principal, language }, { body }) {
    const found = await tx.rows(openParts(body.areaId, body.fromYear, MOST))
    const numbers = [...new Set(found.map(({ schemeNo }) => schemeNo))]
    const seen = new Set(schemesSeen(await tx.rows(schemesNamed(numbers)), principal).map(({ no }) => no))
    const parts = found.filter(({ schemeNo }) => seen.has(schemeNo))
    const [names, occupied] = await Promise.all([
      schemeNames.read(tx, language, beneficiaryKeys(parts)),
      tx.rows(encumbrancesToCarry(parts, null)),
    ])
    const byKey = new Map(
      readEncumbrancesToCarry(occupied).map((each) => [`${each.documentId} ${each.round} ${each.line}`, each]),
    )
    return parts.flatMap((part) => {
      const encumbrance = byKey.get(`${part.documentId} ${part.round} ${part.line}`)
      if (!encumbrance) return []
      const { taken, stages } = encumbrance
      // Parts in another carry-over are not proposed again.
      const left = {
        cmt: taken.cmt === undefined ? stages.cmt.given : zero,
        acr: taken.acr === undefined ? stages.acr.given : zero,
      }
      return [
        {
          part: partCode(part),
          schemeNo: part.schemeNo,
          schemeName: part.name,
          state: part.state,
          customerCode: part.customerCode,
          forBeneficiary: beneficiaryText(part, names),
          budgetCode: part.budgetCode,
          currency: part.currency,
          committed: amountText(stages.cmt.given),
          accrued: amountText(stages.acr.given),
          options: proposedOptions(part.state, left),
        },
      ]
    })
  },
})

export const annualCarryoverRoutes: readonly Route[] = [open]

/** Decision facts of a carry-over: everything open in each part. */
export async function carryoverFacts(tx: Tx, _context: RequestContext, { row, lines }: LoadedDocument) {
  const carries = new Map(readCarries(await tx.rows(carriesOf(row.id))).map((each) => [each.line, each]))
  return {
    lines: lines.flatMap((_line, index) => {
      const going = carries.get(index + 1)
      if (!going) return []
      const available = going.encumbrance.stages[going.stage].given
      return [
        {
          lineNo: index + 1,
          available: amountText(available),
          after: amountText(available.minus(going.given ?? available)),
        },
      ]
    }),
    // No other document of these schemes is in approval.
    pending: [],
  }
}

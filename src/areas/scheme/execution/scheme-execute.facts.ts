import { namedPayees, type Payee } from '#areas/customer/customer.facade.ts'
import {
  claimsOf,
  type DeviceClaim,
  findDevices,
  type FrozenLeft,
  type FrozenUnit,
  liveClaims,
  readClaims,
  readDeviceNumber,
  readDevices,
} from '#areas/device/device.facade.ts'
import { type FundsAccount, fundsAccountsNamedBy, readFundsAccounts } from '#areas/funds/funds.facade.ts'
import { namedProducts } from '#areas/product/product.facade.ts'
import { namedStores } from '#areas/store/store.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs } from '#kernel/engine/document/server-document.ts'
import { amount } from '#kernel/base/money/money.ts'
import { periodDays } from '../application/calculation.rules.ts'
import { numbersOf } from './claim-devices.rules.ts'
import { type SchemeExecute, schemeExecute, type SchemeExecuteLine } from './scheme-execute.doc.ts'
import type { SchemeExecuteFacts } from './scheme-execute.rules.ts'
import { countedOf, countsOf, frozenOf, frozenUnitsOf, readCounts, specialPricesMet } from './claim-counts.facts.ts'
import { areaToday } from '../application/scheme-application.facts.ts'
import { OF_DEVICES, schemeFacts, storedLines } from '../shared/scheme-child.server.ts'
import { taxRatesOf } from '../decision/scheme-parameters.server.ts'
import { readRunning, runningTermsOf } from '../life/scheme-running.server.ts'
import { RETURNED } from './scheme-claims.server.ts'

/** The facts of the rules, and of decisions. */
export interface AllExecuteFacts extends SchemeExecuteFacts {
  readonly lines: readonly SchemeExecuteLine[]
  readonly accounts: readonly FundsAccount[]
  /** Devices held by this document. */
  readonly held: readonly DeviceClaim[]
  /** Whether the customer's bank account is unchanged since the submit; null without a payment in money. */
  readonly isSameBank: boolean | null
  /** Last day of the rebate, if already over. */
  readonly rebateOver: string | null
}

type Request = FactRequest<SchemeExecute>

interface ClaimRow {
  readonly lineNo: number
  readonly no: string
}

const claimsBefore = prepared<ClaimRow>(
  'scheme.claims-before',
  `select c.line_no as "lineNo", e.no from scheme s join scheme_claim c on c.scheme_id = s.id join scheme_execute e on e.id = c.document_id
   where s.no = $1 and c.customer_code = $2 and c.period = $3 and ($4::bigint is null or c.document_id <> $4)`,
)

const claimsWaiting = prepared<ClaimRow>(
  'scheme.claims-waiting',
  `select c.line_no as "lineNo", e.no from scheme s join scheme_claim c on c.scheme_id = s.id join scheme_execute e on e.id = c.document_id
   where s.no = $1 and c.customer_code = $2 and e.state = 'underApproval' and ($3::bigint is null or c.document_id <> $3) order by e.no`,
)

interface SettledRow {
  readonly lineNo: number
  readonly amount: string
}

const settledBefore = prepared<SettledRow>(
  'scheme.settled-before',
  `select t.scheme_line as "lineNo", sum(t.amount - coalesce(r.recovered, 0))::text as amount
   from scheme s join scheme_settlement t on t.scheme_id = s.id join scheme_execute d on d.id = t.document_id
   left join lateral (${RETURNED}) r on true
   where s.no = $1 and t.customer_code = $2 group by 1`,
)

/** Where a customer is billed: the country of their operating unit's company, or their own without one. */
const taxedIn = prepared<{ country: string }>(
  'scheme.taxed-in',
  `select coalesce(e.country_code, c.country_code) as country from customer c
   left join operating_unit u on u.code = c.operating_unit_code left join legal_entity e on e.code = u.legal_entity_code where c.code = $1`,
)

const filesGiven = prepared<{ files: number }>('scheme.files-given', 'select $1::int as files')

const accountsOf = fundsAccountsNamedBy(
  'scheme-execute',
  'select customer_code, operating_unit_code, currency from scheme_execute where id = $1',
)

const sameBank = prepared<{ same: boolean }>(
  'scheme.payment-same-bank',
  `select (p.bank_name, p.bank_account, p.bank_holder, coalesce(p.bank_swift, '')) = (c.bank_name, c.bank_account, c.bank_holder, coalesce(c.bank_swift, ''))
     and c.state = 'enabled' as same
   from scheme_execute d join scheme_payment p on p.document_id = d.id and p.round = d.round join customer c on c.code = p.customer_code
   where d.id = $1`,
)

/** In the time zone of the area, or of the customer's organisation, which ends its rebates: whichever is ahead. */
const rebateOver = prepared<{ day: string }>(
  'scheme.rebate-over',
  `select d.rebate_expires_on::text as day from scheme_execute d join area a on a.id = d.area_id join organisation o on o.id = a.organisation_id
     join customer c on c.code = d.customer_code join organisation h on h.id = c.scope_id
   where d.id = $1 and d.rebate_expires_on <
     (($2::timestamptz at time zone 'UTC') + greatest(substr(o.timezone, 4)::interval, substr(h.timezone, 4)::interval))::date`,
)

/** Calendar days of a claim; none where they are the scheme's. */
function daysOf({ content }: Pick<Request, 'content'>) {
  const period = content?.header.claimPeriod ?? 'whole'
  if (period === 'whole') return { first: null, last: null }
  return periodDays(period, { startDate: '0001-01-01', endDate: '9999-12-31' }) ?? { first: null, last: null }
}

/** The numbers in the lines, with their lines. */
function numbersIn({ content }: Pick<Request, 'content'>) {
  return (content?.lines ?? []).flatMap((line, row) => numbersOf(line).map((number) => ({ number, row })))
}

const submit = ['submit'] as const

/** A scheme's debt to a customer is visible to people who see both. */
const OF_CLAIM = { accompanies: ['scheme', 'payee'] } as const

const ends = ['approve', 'reject', 'return', 'terminate', 'withdraw'] as const

const ruleFacts: Omit<FactSpecs<SchemeExecute, SchemeExecuteFacts>, 'scheme' | 'encumbrances'> = {
  today: {
    actions: submit,
    sight: ofOrganisation,
    statement: ({ content, now }: Request) => areaToday(content?.header.areaId ?? null, now),
    read: ([row]: readonly { today: string }[]) => row?.today ?? '',
  },
  claims: {
    actions: submit,
    sight: OF_CLAIM,
    statement: ({ content, documentId }: Request) => {
      const { schemeNo = null, customerCode = null, claimPeriod = null } = content?.header ?? {}
      return claimsBefore(schemeNo, customerCode, claimPeriod, documentId)
    },
    read: (rows: ClaimRow[]) => rows,
  },
  waiting: {
    actions: submit,
    sight: OF_CLAIM,
    statement: ({ content, documentId }: Request) =>
      claimsWaiting(content?.header.schemeNo ?? null, content?.header.customerCode ?? null, documentId),
    read: (rows: ClaimRow[]) => rows,
  },
  settled: {
    actions: submit,
    sight: OF_CLAIM,
    statement: ({ content }: Request) =>
      settledBefore(content?.header.schemeNo ?? null, content?.header.customerCode ?? null),
    read: (rows: SettledRow[]) => new Map(rows.map((row) => [row.lineNo, amount(row.amount)])),
  },
  counts: {
    actions: submit,
    sight: OF_CLAIM,
    statement: (request: Request) => {
      const { schemeNo = null, customerCode = null } = request.content?.header ?? {}
      const { first, last } = daysOf(request)
      return countsOf(schemeNo, customerCode, first, last)
    },
    read: readCounts,
  },
  specialPrices: {
    actions: submit,
    sight: OF_CLAIM,
    statement: (request: Request) => {
      const { schemeNo = null, customerCode = null } = request.content?.header ?? {}
      const { first, last } = daysOf(request)
      return specialPricesMet(schemeNo, customerCode, first, last)
    },
    read: (rows: ClaimRow[]) => rows,
  },
  payee: {
    ...namedPayees.fact<SchemeExecute>(schemeExecute, submit),
    read: ([row]: readonly Payee[]) => row ?? null,
  },
  tax: {
    actions: submit,
    sight: { accompanies: 'payee' },
    statement: ({ content }: Request) => taxedIn(content?.header.customerCode ?? null),
    read([row]: { country: string }[]) {
      const country = row?.country ?? ''
      return { country, rates: taxRatesOf(country) }
    },
  },
  stores: namedStores.fact<SchemeExecute>(schemeExecute, submit),
  products: namedProducts<SchemeExecute>(schemeExecute, submit),
  devices: {
    actions: submit,
    sight: { within: 'statement' },
    statement: (request: Request) =>
      findDevices(
        request.principal,
        numbersIn(request).map(({ number }) => number),
      ),
    read: (rows: never[], request: Request) => {
      const given = numbersIn(request)
      const findings = readDevices(
        rows,
        given.map(({ number }) => number),
      )
      return findings.map((finding, index) => ({ row: given[index]!.row, finding }))
    },
  },
  frozen: {
    actions: submit,
    sight: OF_CLAIM,
    statement: ({ content }: Request) =>
      frozenOf(content?.header.schemeNo ?? null, content?.header.customerCode ?? null),
    read: (rows: FrozenLeft[]) => rows,
  },
  counted: {
    actions: submit,
    sight: OF_CLAIM,
    statement: (request: Request) => {
      const { schemeNo = null, customerCode = null } = request.content?.header ?? {}
      const { first, last } = daysOf(request)
      const numbers = numbersIn(request)
      return countedOf(
        schemeNo,
        customerCode,
        first,
        last,
        numbers.map(({ row }) => row),
        numbers.map(({ row }) => request.content?.lines[row]?.fundingNo ?? null),
        numbers.map(({ number }) => readDeviceNumber(number).number),
      )
    },
    read: (rows: { row: number; deviceId: string }[]) => rows,
  },
  frozenUnits: {
    actions: submit,
    sight: OF_CLAIM,
    statement: (request: Request) =>
      frozenUnitsOf(
        request.content?.header.schemeNo ?? null,
        request.content?.header.customerCode ?? null,
        numbersIn(request).map(({ number }) => readDeviceNumber(number).number),
      ),
    read: (rows: FrozenUnit[]) => rows,
  },
  live: {
    actions: submit,
    sight: OF_DEVICES,
    statement: (request: Request) =>
      liveClaims(
        numbersIn(request).map(({ number }) => number),
        null,
      ),
    read: readClaims,
  },
  changing: {
    actions: submit,
    sight: { accompanies: 'scheme' },
    statement: ({ content, documentId }: Request) => runningTermsOf(content?.header.schemeNo ?? null, documentId),
    read: readRunning,
  },
  files: {
    actions: submit,
    sight: { everybodys: 'It counts the files that are handed in' },
    statement: ({ raw }: Request) => {
      const files = raw?.['files']
      return filesGiven(Array.isArray(files) ? files.length : 0)
    },
    read: ([row]: readonly { files: number }[]) => row?.files ?? 0,
  },
}

export const schemeExecuteFacts: FactSpecs<SchemeExecute, AllExecuteFacts> = {
  ...schemeFacts<SchemeExecute>(schemeExecute),
  ...ruleFacts,
  lines: storedLines(schemeExecute),
  accounts: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: Request) => accountsOf(documentId),
    read: (rows: never[]) => readFundsAccounts(rows),
  },
  held: {
    actions: ends,
    sight: 'stored',
    statement: ({ documentId }: Request) => claimsOf(documentId === null ? [] : [documentId]),
    read: (rows: never[]) => readClaims(rows).filter(({ state }) => state === 'held'),
  },
  isSameBank: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: Request) => sameBank(documentId),
    read: ([row]: readonly { same: boolean }[]) => row?.same ?? null,
  },
  rebateOver: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId, now }: Request) => rebateOver(documentId, now),
    read: ([row]: readonly { day: string }[]) => row?.day ?? null,
  },
}

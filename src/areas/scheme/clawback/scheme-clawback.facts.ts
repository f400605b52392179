import { type DeviceClaim, findDevices, liveClaims, readClaims, readDevices } from '#areas/device/device.facade.ts'
import {
  type FrozenRebate,
  frozenRebate,
  type FundsAccount,
  fundsAccountsNamedBy,
  readFrozenRebate,
  readFundsAccounts,
  seesFunds,
} from '#areas/funds/funds.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { FactRequest, FactSpecs } from '#kernel/engine/document/server-document.ts'
import { amount } from '#kernel/base/money/money.ts'
import { numbersOf } from '../execution/claim-devices.rules.ts'
import { type SchemeClawback, schemeClawback, type SchemeClawbackLine } from './scheme-clawback.doc.ts'
import type { SchemeClawbackFacts, SettledLine } from './scheme-clawback.rules.ts'
import { OF_DEVICES, schemeFacts, storedLines } from '../shared/scheme-child.server.ts'

/** The facts of the rules, and of decisions. */
export interface AllClawbackFacts extends SchemeClawbackFacts {
  readonly lines: readonly SchemeClawbackLine[]
  readonly accounts: readonly FundsAccount[]
  readonly frozen: readonly FrozenRebate[]
  /** Devices of the stored lines, as far as their original claim still holds them. */
  readonly paid: readonly PaidDevice[]
}

interface PaidDevice {
  readonly number: string
  /** Null: already recovered meanwhile. */
  readonly deviceId: string | null
  readonly paidBy: string | null
}

type Request = FactRequest<SchemeClawback>

interface SettledRow {
  readonly key: string
  readonly documentId: string
  readonly fundingNo: number
  readonly customerCode: string
  readonly operatingUnitCode: string
  readonly amount: string
  readonly recovered: string
  readonly asked: string
  readonly askedDevices: string
  readonly devices: number
  readonly paidForDevices: string
  readonly expired: string
  readonly taken: string
}

/** Settled lines of `k (key)`, each by key, with clawbacks by documents other than `asking`. */
const settledSql = (
  keys: string,
  asking: string,
) => `select k.key, t.document_id as "documentId", t.funding_no as "fundingNo",
     t.customer_code as "customerCode", d.operating_unit_code as "operatingUnitCode", t.amount::text as amount,
     coalesce(n.recovered, 0)::text as recovered, coalesce(n.asked, 0)::text as asked, coalesce(n.devices, '') as "askedDevices",
     u.devices, u.paid as "paidForDevices", coalesce(e.expired, 0)::text as expired, coalesce(g.taken, 0)::text as taken
   from ${keys} join scheme_execute d on d.no = split_part(k.key, '/', 1) and d.scheme_no = k.scheme_no
   join scheme_settlement t on t.document_id = d.id and d.no || '/' || t.line_no = k.key
   cross join lateral (select count(*)::int as devices, coalesce(sum(c.amount), 0)::text as paid from device_claim c
     where c.document_id = t.document_id and c.line_no = t.line_no and c.state = 'paid') u
   left join lateral (select sum(b.expired) as expired from rebate_batch b
     where b.source_id = t.document_id and b.source_round = t.round and b.source_line = t.line_no) e on true
   left join lateral (
     select sum(coalesce((select sum(m.amount) from rebate_batch_move m
         where m.by_document_id = h.id and m.by_round = h.round and m.line_no = l.line_no and m.to_stage = 'consumed'), 0)
       + coalesce((select sum(i.original) from receivable_item i where i.source_id = h.id and i.no = h.no || '/' || l.line_no), 0)) as taken
     from scheme_clawback_line l join scheme_clawback h on h.id = l.document_id and h.round = l.round
     where l.settled_line = k.key and h.state = 'approved') g on true
   left join lateral (
     select sum(l.amount) filter (where h.state = 'approved') as recovered, sum(l.amount) filter (where h.state = 'underApproval') as asked,
       string_agg((select string_agg(q.device_id::text, ' ') from regexp_split_to_table(upper(l.imeis), '\\s+') w (number)
         join device_number q on q.number = w.number), ' ') filter (where h.state = 'underApproval') as devices
     from scheme_clawback_line l join scheme_clawback h on h.id = l.document_id and h.round = l.round
     where l.settled_line = k.key and h.state in ('underApproval', 'approved') and (${asking}::bigint is null or h.id <> ${asking}::bigint)) n on true`

const settledNamed = prepared<SettledRow>(
  'scheme.settled-named',
  settledSql('(select unnest($2::text[]) as key, $1::text as scheme_no) k', '$3'),
)
const settledOf = prepared<SettledRow>(
  'scheme.settled-of-recovery',
  settledSql(
    `(select l.settled_line as key, r.scheme_no from scheme_clawback r
      join scheme_clawback_line l on l.document_id = r.id and l.round = r.round where r.id = $1) k`,
    '$1',
  ),
)

function readSettled(rows: readonly SettledRow[]): ReadonlyMap<string, SettledLine> {
  return new Map(
    rows.map((row) => [
      row.key,
      {
        ...row,
        amount: amount(row.amount),
        recovered: amount(row.recovered),
        asked: amount(row.asked),
        paidForDevices: amount(row.paidForDevices),
        expired: amount(row.expired),
        taken: amount(row.taken),
        askedDevices: row.askedDevices.split(' ').filter((each) => each !== ''),
      },
    ]),
  )
}

const accountsOfClaim = fundsAccountsNamedBy(
  'scheme-recovery-claim',
  'select customer_code, operating_unit_code, currency from scheme_execute where no = $1',
)
const accountsOfStored = fundsAccountsNamedBy(
  'scheme-recovery',
  'select customer_code, operating_unit_code, currency from scheme_clawback where id = $1',
)

const paidOf = prepared<PaidDevice>(
  'scheme.recovery-devices',
  `select w.number, c.device_id::text as "deviceId", c.document_id::text as "paidBy"
   from scheme_clawback r join scheme_clawback_line l on l.document_id = r.id and l.round = r.round
   cross join lateral regexp_split_to_table(upper(l.imeis), '\\s+') w (number)
   join scheme_execute d on d.no = split_part(l.settled_line, '/', 1) left join device_number n on n.number = w.number
   left join device_claim c on c.device_id = n.device_id and c.document_id = d.id and c.state = 'paid' where r.id = $1 order by c.device_id`,
)

function numbersIn({ content }: Pick<Request, 'content'>) {
  return (content?.lines ?? []).flatMap((line, row) => numbersOf(line).map((number) => ({ number, row })))
}

const givenNumbers = (request: Request) => numbersIn(request).map(({ number }) => number)

const ends = ['approve', 'reject', 'return', 'terminate', 'withdraw'] as const

export const clawbackFacts: FactSpecs<SchemeClawback, AllClawbackFacts> = {
  ...schemeFacts<SchemeClawback>(schemeClawback),
  settled: {
    actions: ['submit', 'approve'],
    sight: { accompanies: 'scheme' },
    statement: ({ content, documentId }: Request) =>
      content
        ? settledNamed(
            content.header.schemeNo,
            content.lines.map(({ settledLine }) => settledLine),
            documentId,
          )
        : settledOf(documentId),
    read: readSettled,
  },
  devices: {
    actions: ['submit'],
    sight: { within: 'statement' },
    statement: (request: Request) => findDevices(request.principal, givenNumbers(request)),
    read: (rows: never[], request: Request) =>
      readDevices(rows, givenNumbers(request)).map((finding, index) => ({
        row: numbersIn(request)[index]!.row,
        finding,
      })),
  },
  live: {
    actions: ['submit'],
    sight: OF_DEVICES,
    statement: (request: Request) => liveClaims(givenNumbers(request), null),
    read: (rows: never[]): DeviceClaim[] => readClaims(rows),
  },
  lines: storedLines(schemeClawback),
  accounts: {
    actions: ['submit', 'approve'],
    sight: [{ accompanies: 'settled' }, { row: seesFunds }],
    statement: ({ content, documentId }: Request) =>
      content ? accountsOfClaim(content.lines[0]?.settledLine?.split('/')[0] ?? null) : accountsOfStored(documentId),
    read: readFundsAccounts,
  },
  frozen: {
    actions: ends,
    sight: 'stored',
    statement: ({ documentId }: Request) => frozenRebate(documentId),
    read: readFrozenRebate,
  },
  paid: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: Request) => paidOf(documentId),
    read: (rows: PaidDevice[]) => rows,
  },
}

import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import type { Reservation } from '#kernel/engine/ledger/posting.ts'
import { type Amount, amountText } from '#kernel/base/money/money.ts'
import { accountOf, type FundsDocument, clearingOf, type FundsAccount } from '../account/funds-account.ts'
import { fundsErrors } from '../funds.errors.ts'
import { fundsLedger } from '../funds.ledger.ts'
import { checkRebateTakes, type FrozenRebate, type RebateCredit, type RebateTake } from './rebate.rules.ts'
import { openAccounts } from '../account/funds-accounts.facts.ts'
import { comes, credit, debit, leaves } from '../account/funds-posting.server.ts'

// Effects of documents on rebates: every movement changes batches and the account together.

const creditBatches = prepared(
  'funds.credit-batches',
  `with made as (
     insert into rebate_batch (scope_id, account_id, customer_code, currency, source_type, source_id, source_round, source_no, source_line,
       scheme_no, credited, available, expires_on, product_class, tax_mode, credited_on)
     select w.scope_id, w.account, w.customer, w.currency, $1, $2, $3, $4, w.line, w.scheme, w.amount, w.amount, w.expires, w.class, w.tax, w.day
     from unnest($6::int[], $7::bigint[], $8::text[], $9::text[], $10::int[], $11::text[], $12::numeric[], $13::date[], $14::text[], $15::text[], $16::date[])
       with ordinality as w (scope_id, account, customer, currency, line, scheme, amount, expires, class, tax, day, position) order by w.position
     returning id, source_line, credited
   ) insert into rebate_batch_move (batch_id, by_type, by_document_id, by_round, by_action, by_no, line_no, from_stage, to_stage, amount)
     select id, $1, $2, $3, $5, $4, source_line, 'credited', 'available', credited from made`,
)

const moveRebates = prepared(
  'funds.move-rebates',
  `select rebate_move($1, $2, $3, $4, $5, $6::int[], $7::bigint[], $8::text[], $9::numeric[])`,
)

type Step = 'freeze' | 'take' | 'consume' | 'unfreeze'

interface RebateStep {
  readonly step: Step
  readonly account: string
  readonly line: number
  readonly amount: Amount
}

export function movesOfRebate(
  { documentType, id, round, action, no }: FundsDocument,
  steps: readonly RebateStep[],
): Statement[] {
  const real = steps.filter((each) => each.amount.gt(0))
  if (real.length === 0) return []
  return [
    moveRebates(
      documentType,
      id,
      round,
      action,
      no,
      real.map(({ line }) => line),
      real.map(({ account }) => account),
      real.map(({ step }) => step),
      real.map((each) => amountText(each.amount)),
    ),
  ]
}

/** Dr REBATE.avl / Cr rebate clearing, one batch each. */
export function creditRebate(
  by: FundsDocument,
  accounts: readonly FundsAccount[],
  credits: readonly RebateCredit[],
): Postings {
  const ended = credits.flatMap(({ expiresOn, creditedOn, line }) =>
    expiresOn !== null && expiresOn < creditedOn
      ? [fundsErrors.rebateEnded({ day: expiresOn }, { field: 'expiresOn', row: line - 1 })]
      : [],
  )
  refuseAny(ended)
  const real = credits.filter((each) => each.amount.gt(0))
  const of = real.map((each) => ({
    ...each,
    account: accountOf(accounts, 'REBATE', each),
    clearing: clearingOf(accounts, 'REBATE_CLEARING', each),
  }))
  if (of.length === 0) return { legs: [] }
  const batches = creditBatches(
    by.documentType,
    by.id,
    by.round,
    by.no,
    by.action,
    of.map(({ account }) => account.scopeId),
    of.map(({ account }) => account.account),
    of.map(({ customerCode }) => customerCode),
    of.map(({ currency }) => currency),
    of.map(({ line }) => line),
    of.map(({ schemeNo }) => schemeNo),
    of.map((each) => amountText(each.amount)),
    of.map(({ expiresOn }) => expiresOn),
    of.map(({ productClass }) => productClass),
    of.map(({ taxMode }) => taxMode),
    of.map(({ creditedOn }) => creditedOn),
  )
  return {
    legs: of.flatMap(({ account, clearing, amount, currency, line }) =>
      comes(account.account, 'avl', clearing.account, amount, currency, line),
    ),
    writes: [...openAccounts(of.flatMap(({ account, clearing }) => [account, clearing])), batches],
  }
}

/** Dr REBATE.occ / Cr REBATE.avl, one reservation per line. Missing money is refused: `upToSpendable` tells how much there is. */
export function freezeRebate(by: FundsDocument, takes: readonly RebateTake[]): Postings {
  refuseAny(checkRebateTakes(takes))
  const real = takes.filter((take) => take.amount.gt(0))
  const reserve = real.map(({ account, amount, line }): Reservation => ({
    line,
    ledger: fundsLedger.name,
    account: account.account,
    bucket: 'occ',
    amount,
    currency: account.currency,
  }))
  return {
    legs: reserve.flatMap(({ account, amount, currency, line }) => [
      debit(account, 'occ', amount, currency, { line }),
      credit(account, 'avl', amount, currency, { line }),
    ]),
    reserve,
    writes: movesOfRebate(
      by,
      real.map(({ account, amount, line }) => ({ step: 'freeze', account: account.account, line, amount })),
    ),
  }
}

/**
 * Cr REBATE.occ / Dr rebate clearing, all that was frozen or part of each line; the rest is available again. Every reservation is resolved.
 */
export function consumeFrozen(
  by: FundsDocument,
  frozen: readonly FrozenRebate[],
  amounts?: ReadonlyMap<number, Amount>,
): Postings {
  const parts = frozen.map((each) => ({ ...each, used: amounts?.get(each.line) ?? each.amount }))
  refuseAny(
    parts
      .filter(({ used, amount }) => used.gt(amount) || used.lt(0))
      .map(({ used, amount, currency, line }) =>
        fundsErrors.exceedsFrozen(
          { amount: amountText(used), frozen: amountText(amount), currency },
          { field: 'amount', row: line - 1 },
        ),
      ),
  )
  const back = parts.map((each) => ({ ...each, rest: each.amount.minus(each.used) }))
  return {
    legs: back.flatMap(({ account, clearing, used, rest, currency, line }) => [
      ...leaves(account, 'occ', clearing, used, currency, line),
      ...thaws(account, rest, currency, line),
    ]),
    resolve: back.map(({ reservation }) => reservation),
    writes: movesOfRebate(
      by,
      back.flatMap(({ account, line, used, rest }) => [
        { step: 'consume' as const, account, line, amount: used },
        { step: 'unfreeze' as const, account, line, amount: rest },
      ]),
    ),
  }
}

/** Dr REBATE.avl / Cr REBATE.occ, all that was frozen: each batch gets back its part, with its own last day. */
export function unfreeze(by: FundsDocument, frozen: readonly FrozenRebate[]): Postings {
  return {
    legs: frozen.flatMap(({ account, amount, currency, line }) => thaws(account, amount, currency, line)),
    resolve: frozen.map(({ reservation }) => reservation),
    writes: movesOfRebate(
      by,
      frozen.map(({ account, amount, line }) => ({ step: 'unfreeze', account, line, amount })),
    ),
  }
}

function thaws(account: string, amount: Amount, currency: string, line: number) {
  if (amount.eq(0)) return []
  return [debit(account, 'avl', amount, currency, { line }), credit(account, 'occ', amount, currency, { line })]
}

export function refuseAny(refusals: readonly Refusal[]): void {
  if (refusals.length > 0) throw new Refused(refusals)
}

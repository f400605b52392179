import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import type { Leg } from '#kernel/engine/ledger/posting.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import {
  accountOf,
  type FundsDocument,
  clearingOf,
  type FundsAccount,
  type FundsKey,
} from '../account/funds-account.ts'
import {
  checkItemMoves,
  checkItemTakes,
  type CreditMemo,
  type Decrease,
  type ItemKind,
  type ItemMove,
  type ItemTake,
  type LockedItem,
  type ReceivableNote,
  type RebateOffset,
} from './receivable.rules.ts'
import { checkRebateTakes } from '../rebate/rebate.rules.ts'
import { openAccounts } from '../account/funds-accounts.facts.ts'
import { comes, credit, debit, leaves } from '../account/funds-posting.server.ts'
import { movesOfRebate, refuseAny } from '../rebate/rebate.plans.ts'

// Effects of documents on receivables: every movement changes items and the customer's account together.

const changeItems = prepared(
  'funds.change-items',
  `select receivable_change($1, $2, $3, $4, $5, $6::int[], $7::bigint[], $8::text[], $9::numeric[], $10::text[])`,
)

const insertItems = prepared(
  'funds.insert-items',
  `with made as (
     insert into receivable_item (scope_id, account_id, customer_code, operating_unit_code, currency, kind, no, external_no, issued_on, due_on,
       original, lowered, open, source_type, source_id, source_no, origin_id)
     select w.scope_id, w.account, w.customer, w.unit, w.currency, w.kind, w.no, w.external, w.issued, w.due, w.amount, w.lowered, w.amount - w.lowered,
       $1, $2, $3, w.origin
     from unnest($6::int[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::date[], $15::date[],
       $16::numeric[], $17::numeric[], $18::bigint[])
       w (scope_id, account, customer, unit, currency, kind, no, external, issued, due, amount, lowered, origin)
     returning id, no, original, open
   ), said as (
     insert into receivable_move (item_id, by_type, by_document_id, by_round, by_action, by_no, line_no, act, amount, before, after)
     select m.id, $1, $2, $4, $5, $3, w.line, 'issue', m.original, 0, m.original
     from made m join unnest($12::text[], $19::int[]) w (no, line) on w.no = m.no returning item_id, line_no
   ) insert into receivable_move (item_id, by_type, by_document_id, by_round, by_action, by_no, line_no, act, cause, amount, before, after)
     select m.id, $1, $2, $4, $5, $3, s.line_no, 'lower', $20, m.original - m.open, m.original, m.open
     from made m join said s on s.item_id = m.id where m.open < m.original`,
)

interface ItemStep {
  readonly act: 'lock' | 'unlock' | 'settle' | 'lower' | 'raise'
  readonly item: { readonly id: string }
  readonly line: number
  readonly amount: Amount
  readonly cause?: string
}

export function changes(
  { documentType, id, round, action, no }: FundsDocument,
  steps: readonly ItemStep[],
): Statement[] {
  const real = steps.filter((each) => each.amount.gt(0))
  if (real.length === 0) return []
  return [
    changeItems(
      documentType,
      id,
      round,
      action,
      no,
      real.map(({ line }) => line),
      real.map(({ item }) => item.id),
      real.map(({ act }) => act),
      real.map((each) => amountText(each.amount)),
      real.map(({ cause }) => cause ?? null),
    ),
  ]
}

export interface NewItem {
  readonly owner: FundsAccount
  readonly kind: ItemKind
  readonly no: string
  readonly externalNo?: string | null
  readonly issuedOn: string
  readonly dueOn: string
  readonly amount: Amount
  /** The part of it that is offset at once. */
  readonly applied?: Amount
  readonly originId?: string | null
  readonly line: number
}

/** `cause`: reason of the immediate offset. */
export function newItems(
  { documentType, id, no, round, action }: FundsDocument,
  items: readonly NewItem[],
  cause: 'note' | 'receipt' = 'note',
): Statement[] {
  const real = items.filter((each) => each.amount.gt(0))
  if (real.length === 0) return []
  return [
    insertItems(
      documentType,
      id,
      no,
      round,
      action,
      real.map(({ owner }) => owner.scopeId),
      real.map(({ owner }) => owner.account),
      real.map(({ owner }) => owner.customerCode),
      real.map(({ owner }) => owner.operatingUnitCode),
      real.map(({ owner }) => owner.currency),
      real.map(({ kind }) => kind),
      real.map((each) => each.no),
      real.map(({ externalNo }) => externalNo ?? null),
      real.map(({ issuedOn }) => issuedOn),
      real.map(({ dueOn }) => dueOn),
      real.map((each) => amountText(each.amount)),
      real.map(({ applied }) => amountText(applied ?? zero)),
      real.map(({ originId }) => originId ?? null),
      real.map(({ line }) => line),
      cause,
    ),
  ]
}

/** No other document settles, lowers or moves this part of an item. */
export function lockItems(by: FundsDocument, takes: readonly ItemTake[]): Postings {
  refuseAny(checkItemTakes(takes))
  return {
    legs: [],
    writes: changes(
      by,
      takes.map((take) => ({ act: 'lock', ...take })),
    ),
  }
}

/** Releases everything a document has locked. */
export function unlockItems(by: FundsDocument, locked: readonly LockedItem[]): Postings {
  return {
    legs: [],
    writes: changes(
      by,
      locked.map((each) => ({ act: 'unlock', ...each })),
    ),
  }
}

const lowered = (take: ItemTake, cause: string): ItemStep => ({
  ...take,
  act: take.isLocked ? 'settle' : 'lower',
  cause,
})

/** Cr RECEIVABLE / Dr AR control, or Dr loss: the part of an item that a scheme, a note or a loss bears. */
export function decreaseReceivable(by: FundsDocument, decreases: readonly Decrease[]): Postings {
  refuseAny(checkItemTakes(decreases))
  return {
    legs: decreases.flatMap(({ item, amount, line, cause }) =>
      leaves(item.account, 'rcv', cause === 'loss' ? item.loss : item.control, amount, item.currency, line),
    ),
    writes: changes(
      by,
      decreases.map((each) => lowered(each, each.cause)),
    ),
  }
}

/** Dr RECEIVABLE / Cr AR control: an item is increased again. */
export function increaseReceivable(by: FundsDocument, increases: readonly ItemTake[]): Postings {
  return {
    legs: increases.flatMap(({ item, amount, line }) =>
      comes(item.account, 'rcv', item.control, amount, item.currency, line),
    ),
    writes: changes(
      by,
      increases.map((each) => ({ ...each, act: 'raise' })),
    ),
  }
}

/** Dr RECEIVABLE(to) / Cr RECEIVABLE(from): a new item of the other customer, with the age of the original. */
export function moveReceivable(
  by: FundsDocument,
  accounts: readonly FundsAccount[],
  moves: readonly ItemMove[],
): Postings {
  refuseAny(checkItemMoves(moves))
  const of = moves.map((move) => ({
    ...move,
    to: accountOf(accounts, 'RECEIVABLE', { ...move.item, customerCode: move.toCustomerCode }),
  }))
  return {
    legs: of.flatMap(({ item, to, amount, line }): Leg[] => {
      if (amount.eq(0)) return []
      return [
        debit(to.account, 'rcv', amount, item.currency, { counter: 'received', line }),
        credit(item.account, 'rcv', amount, item.currency, { counter: 'given', line }),
      ]
    }),
    writes: [
      ...openAccounts(of.map(({ to }) => to)),
      ...changes(
        by,
        of.map((move) => lowered(move, 'moved')),
      ),
      ...newItems(
        by,
        of.map(({ item, to, amount, line }) => ({
          owner: to,
          kind: item.kind,
          no: `${by.no}/${line}`,
          externalNo: item.externalNo ?? item.no,
          issuedOn: item.issuedOn,
          dueOn: item.dueOn,
          amount,
          originId: item.id,
          line,
        })),
      ),
    ],
  }
}

/** Dr RECEIVABLE / Cr AR control: a debit note, `BT…/1` after the document and its line. */
export function debitNote(
  by: FundsDocument,
  accounts: readonly FundsAccount[],
  notes: readonly ReceivableNote[],
): Postings {
  const of = notes.map((note) => ({ ...note, ...receivableOf(accounts, note) }))
  return {
    legs: of.flatMap(({ owner, control, amount, currency, line }) =>
      comes(owner.account, 'rcv', control.account, amount, currency, line),
    ),
    writes: [
      ...openAccounts(of.flatMap(({ owner, control, loss }) => [owner, control, loss])),
      ...newItems(
        by,
        of.map((note) => ({ ...note, kind: 'debitNote', no: `${by.no}/${note.line}` })),
      ),
    ],
  }
}

/** Cr RECEIVABLE / Dr AR control: a credit memo. The part for a named item is offset at once, the rest stays open as a credit. */
export function creditMemo(
  by: FundsDocument,
  accounts: readonly FundsAccount[],
  memos: readonly CreditMemo[],
): Postings {
  const takes = memos.flatMap(({ against }) => (against ? [against] : []))
  refuseAny(checkItemTakes(takes))
  const of = memos.map((memo) => ({ ...memo, ...receivableOf(accounts, memo), applied: memo.against?.amount ?? zero }))
  const over = of.find(({ amount, applied }) => applied.gt(amount))
  if (over) throw new Error(`a credit memo of ${amountText(over.amount)} goes against ${amountText(over.applied)}`)
  return {
    legs: of.flatMap(({ owner, control, amount, applied, currency, line }) => [
      ...leaves(owner.account, 'rcv', control.account, applied, currency, line),
      ...leaves(owner.account, 'crd', control.account, amount.minus(applied), currency, line),
    ]),
    writes: [
      ...openAccounts(of.flatMap(({ owner, control, loss }) => [owner, control, loss])),
      ...changes(
        by,
        takes.map((take) => lowered(take, 'note')),
      ),
      ...newItems(
        by,
        of.map((memo) => ({ ...memo, kind: 'creditMemo', no: `${by.no}/${memo.line}` })),
      ),
    ],
  }
}

/** Cr RECEIVABLE / Dr AR control and Cr REBATE.avl / Dr rebate clearing: the customer's rebate pays an item. */
export function offsetByRebate(by: FundsDocument, offsets: readonly RebateOffset[]): Postings {
  refuseAny([
    ...checkItemTakes(offsets),
    ...checkRebateTakes(offsets.map((each) => ({ ...each, account: each.rebate }))),
  ])
  return {
    legs: offsets.flatMap(({ item, rebate, clearing, amount, line }) => [
      ...leaves(rebate.account, 'avl', clearing.account, amount, item.currency, line),
      ...leaves(item.account, 'rcv', item.control, amount, item.currency, line),
    ]),
    writes: [
      ...movesOfRebate(
        by,
        offsets.map(({ rebate, amount, line }) => ({ step: 'take', account: rebate.account, line, amount })),
      ),
      ...changes(
        by,
        offsets.map((each) => lowered(each, 'rebate')),
      ),
    ],
  }
}

export function receivableOf(accounts: readonly FundsAccount[], key: FundsKey) {
  return {
    owner: accountOf(accounts, 'RECEIVABLE', key),
    control: clearingOf(accounts, 'AR_CONTROL', key),
    loss: clearingOf(accounts, 'LOSS', key),
  }
}

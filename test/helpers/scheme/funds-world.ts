import pg from 'pg'
import {
  frozenRebate,
  type FundsAccount,
  fundsAccounts,
  type FundsDocument,
  readFrozenRebate,
  readFundsAccounts,
} from '#areas/funds/funds.facade.ts'
import { sessionOptions } from '#kernel/platform/db/pool.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { post, postRefusal } from '#kernel/engine/ledger/post.ts'
import { comes } from '#areas/funds/account/funds-posting.server.ts'
import { openAccounts } from '#areas/funds/account/funds-accounts.facts.ts'
import { newItems, receivableOf } from '#areas/funds/receivable/receivable.plans.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { brokenFunds } from '../laws/invariants.ts'

export const UNIT = 'OU-IN'
export const CURRENCY = 'INR'

export interface FundsWorld {
  readonly pool: pg.Pool
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
  read<T>(statement: Statement<T>): Promise<T[]>
  /** A document that does not exist elsewhere: its next act. */
  by(action: string, of?: FundsDocument): FundsDocument
  /** An act of a document: reads and plans again where another was quicker, as the runner of documents does. */
  act(by: FundsDocument, plan: () => Promise<Postings>): Promise<void>
  accounts(...customers: readonly string[]): Promise<FundsAccount[]>
  frozen(by: FundsDocument): Promise<ReturnType<typeof readFrozenRebate>>
  /** The broken invariants. */
  broken(): Promise<string[]>
  close(): Promise<void>
}

let documents = 9_000_000_000

/** Customer funds on a database with customers and operating units, moved by acts of documents that exist only here. */
export async function fundsWorld(connectionString: string): Promise<FundsWorld> {
  const pool = new pg.Pool({ connectionString, max: 12, options: sessionOptions() })
  const query = async <T>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, values as unknown[])).rows as T[]
  const read = <T>({ text, values }: Statement<T>) => query<T>(text, values)
  async function once({ documentType, id, round, action }: FundsDocument, plan: () => Promise<Postings>) {
    const { legs, reserve, resolve, writes = [] } = await plan()
    const key = { documentType, documentId: id, round, action }
    const journal = post({
      key,
      actorId: 1,
      at: new Date('2026-11-22T08:00:00Z'),
      legs,
      ...(reserve ? { reserve } : {}),
      ...(resolve ? { resolve } : {}),
    })
    await transaction(pool, (tx) => tx.flight([...writes, journal]))
  }
  return {
    pool,
    query,
    read,
    by(action, of) {
      if (of) return { ...of, action }
      documents += 1
      return { id: String(documents), round: 1, action, documentType: 'testFunds', no: `TF${documents}` }
    },
    async act(by, plan) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await once(by, plan)
          return
        } catch (error) {
          const refusal = postRefusal(error)
          const isOvertaken = (error as { readonly code?: string }).code === 'KN001'
          if ((isOvertaken || refusal?.key === 'ledger.insufficient') && attempt < 3) continue
          throw refusal ? new Refused(refusal) : error
        }
      }
    },
    accounts: async (...customers) => readFundsAccounts(await read(fundsAccounts(customers, UNIT, CURRENCY))),
    frozen: async ({ id }) => readFrozenRebate(await read(frozenRebate(id))),
    broken: () => brokenFunds(query),
    close: () => pool.end(),
  }
}

/** The key of a refusal; an accepted act fails the test. */
export async function refusedBy(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused)) throw error ?? new Error('it was not refused')
  return error.first.key
}

interface Posted {
  readonly no: string
  readonly customer: string
  readonly issuedOn: string
  /** Quantity and unit price without tax; 18 % GST on top. */
  readonly lines: readonly { readonly quantity: number; readonly price: string }[]
  readonly warehouse?: string
  readonly location?: string
}

const cents = (value: ReturnType<typeof amount>) => amountText(value.round(2, 1))

/** An Indian invoice as the ERP posts it, and its amount due. Returns the open amount. */
export async function postedInvoice(world: FundsWorld, { no, customer, issuedOn, ...more }: Posted): Promise<string> {
  const lines = more.lines.map(({ quantity, price }) => {
    const net = amount(price).times(quantity)
    const half = amount(cents(net.times(9).div(100)))
    return { quantity, price, net, half, tax: half.times(2), gross: net.plus(half.times(2)) }
  })
  const total = (of: 'net' | 'tax' | 'gross') => amountText(sumAmounts(lines.map((line) => line[of])))
  await world.query(
    `with v as (
       insert into customer_invoice (scope_id, kind, no, legal_entity_code, operating_unit_code, customer_code, currency, warehouse_code,
         location_code, issued_on, due_on, tax_regime, place_of_supply, net, tax, gross)
       select c.scope_id, 'invoice', $1, u.legal_entity_code, u.code, c.code, $4, $9, $10, $5, $5, 'gst', '27', $6, $7, $8
       from customer c, operating_unit u where c.code = $2 and u.code = $3 returning id
     ) insert into customer_invoice_line (invoice_id, line_no, sku_code, quantity, unit_price, net, cgst_rate, sgst_rate, cgst, sgst, tax, gross)
       select v.id, w.line, s.code, w.quantity, w.price, w.net, 9, 9, w.half, w.half, w.half * 2, w.net + w.half * 2
       from v, (select min(code) as code from sku) s,
         unnest($11::int[], $12::numeric[], $13::numeric[], $14::numeric[]) with ordinality as w (quantity, price, net, half, line)`,
    [
      no,
      customer,
      UNIT,
      CURRENCY,
      issuedOn,
      total('net'),
      total('tax'),
      total('gross'),
      more.warehouse ?? null,
      more.location ?? null,
      lines.map(({ quantity }) => quantity),
      lines.map(({ price }) => price),
      lines.map(({ net }) => amountText(net)),
      lines.map(({ half }) => amountText(half)),
    ],
  )
  const gross = amount(total('gross'))
  const by = world.by('approve')
  await world.act(by, async () => {
    const { owner, control, loss } = receivableOf(await world.accounts(customer), {
      customerCode: customer,
      operatingUnitCode: UNIT,
      currency: CURRENCY,
    })
    return {
      legs: comes(owner.account, 'rcv', control.account, gross, CURRENCY, 1),
      writes: [
        ...openAccounts([owner, control, loss]),
        ...newItems(by, [{ owner, kind: 'invoice', no, issuedOn, dueOn: issuedOn, amount: gross, line: 1 }]),
      ],
    }
  })
  return total('gross')
}

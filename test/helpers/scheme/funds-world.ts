import pg from 'pg'
import type { FundsDocument, FundsAccount } from '#areas/funds/funds.facade.ts'
import { frozenRebate, fundsAccounts, readFrozenRebate, readFundsAccounts } from '#areas/funds/funds.facade.ts'
import { sessionOptions } from '#kernel/platform/db/pool.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { post, postRefusal } from '#kernel/engine/ledger/post.ts'
import { brokenFunds } from './funds-invariants.ts'

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

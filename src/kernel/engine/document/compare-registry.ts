import { type TransactionPool, transaction, type Tx } from '#kernel/platform/db/tx.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { boundDocuments, type AnyDocument } from './server-document.ts'
import { REGISTERED, registeredValues } from './document-sql.ts'

/** Numbers that are kept of a comparison, for whoever looks into it. */
const KEPT = 20

interface Differences {
  /** Numbers of documents whose row was missing or told something else, or that no longer exist. */
  readonly numbers: readonly string[]
  readonly total: number
}

/**
 * Compares the registry of documents with the documents of every type, mends what differs and keeps the result (decision 104). The writers
 * keep both together, so that a difference means a fault or a change by hand: system health tells it. Returns how many differed.
 */
export async function compareRegistry(pool: TransactionPool, now: Date): Promise<number> {
  let total = 0
  for (const { definition } of boundDocuments())
    total += await transaction(pool, async (tx) => {
      const found = await mendType(tx, definition)
      // Together with what was mended: a comparison that breaks off still tells it.
      await tx.run(kept(now, found))
      return found.total
    })
  return total
}

async function mendType(tx: Tx, definition: AnyDocument): Promise<Differences> {
  // Comparing a million rows takes longer than an interactive statement may.
  await tx.run({ text: `set local statement_timeout = '5min'`, values: [] })
  const ids = (await tx.rows(differing(definition))).map(({ id }) => id)
  if (ids.length === 0) return { numbers: [], total: 0 }
  // A writer changes its document first: those under way end before the second look, and none begins until this transaction has ended.
  await tx.rows({
    text: `select from ${definition.table} where id = any ($1::bigint[]) order by id for share`,
    values: [ids],
  })
  const still = (await tx.rows(differing(definition, ids))).map(({ id }) => id)
  // Two rows may have each other's number, which is unique: all go before the right ones come.
  const gone = await tx.rows(removed(still))
  const come = await tx.rows(entered(definition, still))
  const numbers = [...new Set([...gone, ...come].map(({ no }) => no))]
  return { numbers: numbers.toSorted().slice(0, KEPT), total: still.length }
}

/** Documents of the type whose row is missing or tells something else, and rows of the type without a document; only these, if `ids` is given. */
function differing(definition: AnyDocument, ids: readonly string[] | null = null): Statement<{ id: string }> {
  const { name, table } = definition
  const values = registeredValues(definition, 't')
  const columns = REGISTERED.map((column) => `r.${column}`).join(', ')
  const among = (id: string) => (ids === null ? '' : ` and ${id} = any ($1::bigint[])`)
  return {
    text: `select t.id::text as id from ${table} t where not exists (select from document r where r.document_id = t.id
        and row(${columns}) is not distinct from row(${values}))${among('t.id')}
      union
      select r.document_id::text from document r where r.document_type = '${name}'
        and not exists (select from ${table} t where t.id = r.document_id)${among('r.document_id')}`,
    values: ids === null ? [] : [ids],
  }
}

function removed(ids: readonly string[]): Statement<{ no: string }> {
  return { text: 'delete from document where document_id = any ($1::bigint[]) returning no', values: [ids] }
}

function entered(definition: AnyDocument, ids: readonly string[]): Statement<{ no: string }> {
  return {
    text: `insert into document (document_id, ${REGISTERED.join(', ')})
      select t.id, ${registeredValues(definition, 't')} from ${definition.table} t where t.id = any ($1::bigint[]) returning no`,
    values: [ids],
  }
}

function kept(at: Date, { total, numbers }: Differences): Statement {
  return {
    text: `with old as (delete from document_comparison where at < $1::timestamptz - interval '90 days')
      insert into document_comparison as k (at, differences, numbers) values ($1, $2, $3)
      on conflict (at) do update set differences = k.differences + excluded.differences, numbers = (k.numbers || excluded.numbers)[:${KEPT}]`,
    values: [at, total, numbers],
  }
}

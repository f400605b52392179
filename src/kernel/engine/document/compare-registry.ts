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
  const numbers: string[] = []
  for (const { definition } of boundDocuments()) {
    const found = await transaction(pool, (tx) => mendType(tx, definition))
    total += found.total
    numbers.push(...found.numbers)
  }
  await transaction(pool, (tx) => tx.run(kept(now, total, numbers.slice(0, KEPT))))
  return total
}

async function mendType(tx: Tx, definition: AnyDocument): Promise<Differences> {
  // Comparing a million rows takes longer than an interactive statement may.
  await tx.run({ text: `set local statement_timeout = '5min'`, values: [] })
  const row = await tx.first(mended(definition))
  return { numbers: row?.numbers ?? [], total: row?.total ?? 0 }
}

/** A row that a writer has changed since the statement began is newer, and stays. */
function mended(definition: AnyDocument): Statement<Differences> {
  const { name, table } = definition
  const columns = REGISTERED.map((column) => `r.${column}`).join(', ')
  const values = registeredValues(definition, 't')
  return {
    text: `with put as (
        insert into document (document_id, ${REGISTERED.join(', ')})
        select t.id, ${values} from ${table} t where not exists (select from document r where r.document_id = t.id
          and row(${columns}) is not distinct from row(${values}))
        on conflict (document_id) do update set ${REGISTERED.map((column) => `${column} = excluded.${column}`).join(', ')}
          where document.updated_at <= excluded.updated_at
        returning no),
      removed as (
        delete from document r where r.document_type = '${name}' and not exists (select from ${table} t where t.id = r.document_id) returning no),
      differs as (select no from put union all select no from removed)
      select (select count(*) from differs)::int as total, array(select no from differs order by no limit ${KEPT}) as numbers`,
    values: [],
  }
}

function kept(at: Date, differences: number, numbers: readonly string[]): Statement {
  return {
    text: `with old as (delete from document_comparison where at < $1::timestamptz - interval '90 days')
      insert into document_comparison (at, differences, numbers) values ($1, $2, $3) on conflict (at) do nothing`,
    values: [at, differences, numbers],
  }
}

import { type TransactionPool, transaction, type Tx } from '#kernel/platform/db/tx.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { boundDocuments, type AnyDocument } from './server-document.ts'
import { REGISTERED, registeredParts, registeredValues } from './document-sql.ts'

/** Kinds of differences: the registry has no row of a document, a row has no document, or a column of the row differs from the document. */
export const DIFFERING = ['missing', 'surplus', ...REGISTERED] as const
export type Differing = (typeof DIFFERING)[number]

/** The results of a comparison are deleted after so many days. */
const KEPT_DAYS = 90

/**
 * Compares the registry of documents with the documents of every type, mends what differs and keeps the result (decision 104). The writers
 * keep both together, so that a difference means a fault or a change by hand: system health tells it. Returns how many differed.
 */
export async function compareRegistry(pool: TransactionPool, now: Date): Promise<number> {
  let total = 0
  for (const { definition } of boundDocuments())
    total += await transaction(pool, async (tx) => {
      const found = await mendType(tx, definition, now)
      // Together with what was mended: a comparison that breaks off still tells it.
      await tx.run(kept(now))
      return found
    })
  return total
}

async function mendType(tx: Tx, definition: AnyDocument, now: Date): Promise<number> {
  // Comparing a million rows takes longer than an interactive statement may.
  await tx.run({ text: `set local statement_timeout = '5min'`, values: [] })
  const ids = (await tx.rows(differing(definition))).map(({ id }) => id)
  if (ids.length === 0) return 0
  // A writer changes its document first: those under way end before the second look, and none begins until this transaction has ended.
  await tx.rows({
    text: `select from ${definition.table} where id = any ($1::bigint[]) order by id for share`,
    values: [ids],
  })
  const still = (await tx.rows(differing(definition, ids))).map(({ id }) => id)
  await tx.run(told(definition, still, now))
  // Two rows may have each other's number, which is unique: all go before the right ones come.
  await tx.run(removed(still))
  await tx.run(entered(definition, still))
  return still.length
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

/** Writes down what the registry has wrong about each of these documents, before it is mended. */
function told(definition: AnyDocument, ids: readonly string[], now: Date): Statement {
  const values = registeredParts(definition, 't')
  const wrong = REGISTERED.map(
    (column, at) => `case when r.${column} is distinct from ${values[at]} then '${column}' end`,
  )
  return {
    text: `insert into document_difference (at, document_id, document_type, no, fields)
      select $2, i.id, '${definition.name}', coalesce(t.no, r.no), case when r.document_id is null then array['missing']
        when t.id is null then array['surplus'] else array_remove(array[${wrong.join(', ')}], null) end
      from unnest($1::bigint[]) i (id) left join ${definition.table} t on t.id = i.id left join document r on r.document_id = i.id`,
    values: [ids, now],
  }
}

function removed(ids: readonly string[]): Statement {
  return { text: 'delete from document where document_id = any ($1::bigint[])', values: [ids] }
}

function entered(definition: AnyDocument, ids: readonly string[]): Statement {
  return {
    text: `insert into document (document_id, ${REGISTERED.join(', ')})
      select t.id, ${registeredValues(definition, 't')} from ${definition.table} t where t.id = any ($1::bigint[])`,
    values: [ids],
  }
}

/** Writes down that a comparison ran, also where it found nothing. */
function kept(at: Date): Statement {
  const old = `at < $1::timestamptz - interval '${KEPT_DAYS} days'`
  return {
    text: `with old as (delete from document_comparison where ${old}), older as (delete from document_difference where ${old})
      insert into document_comparison (at) values ($1) on conflict (at) do nothing`,
    values: [at],
  }
}

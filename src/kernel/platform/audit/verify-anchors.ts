import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { PublishedHead } from './anchor.ts'
import { bad, type BadRow } from './bad-row.ts'
import type { Findings } from './findings.ts'

const toldCheckpoints = prepared<{ checkpoint_id: string; target: string }>(
  'audit.verify-told',
  `select h.checkpoint_id::text, h.target from audit_anchor h where not exists (select from audit_checkpoint s where s.id = h.checkpoint_id) order by h.checkpoint_id limit 1`,
)
/** The last number given to a checkpoint. Sequences ignore snapshots: the statement answers the value when it runs. */
const lastNumber = prepared<{ last: string | null }>(
  'audit.verify-last-number',
  `select pg_sequence_last_value(pg_get_serial_sequence('audit_checkpoint', 'id')::regclass)::text as last`,
)
const chainedTables = prepared<{ name: string }>(
  'audit.verify-tables',
  `select c.table_name as name from information_schema.columns c join information_schema.columns i using (table_schema, table_name)
   join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass and t.relkind in ('r', 'p') and not t.relispartition
   where c.table_schema = current_schema() and c.column_name = 'audit_hash' and i.column_name = 'id' order by 1`,
)

/**
 * The last number given to a checkpoint, null before the first. It is read before a snapshot is taken, so the snapshot
 * contains that checkpoint unless the end of the chain was cut off.
 */
export async function lastCheckpointNumber(tx: Tx): Promise<string | null> {
  return (await tx.first(lastNumber()))?.last ?? null
}

/** The evidence that the end of the chain is compared with. */
export interface PublishedChain {
  /** Heads published outside. */
  readonly published: readonly PublishedHead[]
  /** Result of `lastCheckpointNumber`. */
  readonly lastNumber: string | null
}

/** Compares the chain's end with the heads published outside and with the sequence in the database. */
export async function verifyPublished(
  tx: Tx,
  { published, lastNumber: last }: PublishedChain,
  checkpointed: ReadonlyMap<string, Buffer>,
  newest: string | null,
): Promise<readonly BadRow[]> {
  const found = published.flatMap(({ checkpoint, hash, at }) => {
    const there = checkpointed.get(checkpoint)
    if (!there)
      return [
        bad(
          'audit_checkpoint',
          checkpoint,
          `was published at ${at} and is not there: the end of the chain was cut off`,
        ),
      ]
    if (there.toString('hex') === hash) return []
    return [
      bad('audit_checkpoint', checkpoint, `is not the one that was published at ${at}: the chain was written anew`),
    ]
  })
  const told = await tx.first(toldCheckpoints())
  if (told) {
    const what = `was published to ${told.target} and is not there: the end of the chain was cut off`
    return [...found, bad('audit_checkpoint', told.checkpoint_id, what)]
  }
  if (found.length > 0 || last === null || BigInt(last) <= BigInt(newest ?? 0)) return found
  const cut = newest === null ? 'all checkpoints were' : 'the end of the chain was'
  return [bad('audit_checkpoint', last, `is not there: ${cut} cut off`)]
}

const MOST_OF_A_TABLE = 100

/**
 * Every document and record carries the hash of its last entry: a hash without an entry means that the entry was cut
 * off before a checkpoint held it.
 */
export async function verifyHeads(tx: Tx, findings: Findings): Promise<readonly BadRow[]> {
  const found: BadRow[] = []
  for (const { name } of await tx.rows(chainedTables())) {
    const lost: Statement<{ id: string; audit_hash: Buffer }> = {
      name: `audit.verify-head-${name}`,
      text: `select t.id::text, t.audit_hash from "${name}" t where t.audit_hash is not null
        and not exists (select from audit_entry e where e.document_id = t.id and e.hash = t.audit_hash) order by t.id limit ${MOST_OF_A_TABLE}`,
      values: [],
    }
    for (const row of await tx.rows(lost)) {
      // An entry that a checkpoint still lists is already reported.
      if (findings.isLost(row.audit_hash)) continue
      found.push(bad(name, row.id, 'carries the hash of an entry that is not there: its last entry was removed'))
    }
  }
  return found
}

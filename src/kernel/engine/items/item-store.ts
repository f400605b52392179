import type { ItemCounts, ItemOutcome, ItemsSpec } from '#kernel/engine/definition/items.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { AnyDocument } from '../document/server-document.ts'

/** The items that a definition declares. */
export function itemsOf({ name, items }: AnyDocument): ItemsSpec {
  if (!items) throw new Error(`${name} declares no items`)
  return items
}

/** A number as it was given: what it is read as, and why none can have it. */
export interface GivenNumber {
  readonly number: string
  readonly fault: string | null
}

/** What the outcome of items depends on: values of the header, and what exists for the person; null: all. */
export interface Judgement {
  readonly values: readonly (string | null)[]
  readonly scopes: readonly number[] | null
  readonly codes: readonly string[] | null
}

export interface StoredItem {
  readonly no: number
  readonly number: string
  readonly state: ItemOutcome
  readonly reason: string | null
  readonly detail: string | null
  readonly group: string | null
}

export interface GroupRow {
  readonly group: string
  readonly good: number
  readonly failed: number
  readonly done: number
}

/** Good numbers of a group as they are judged now, and what is the same in each row: all numbers, with a value over them. */
export interface JudgedGroup {
  readonly group: string | null
  readonly units: number
  readonly total: number
  readonly digest: string | null
}

/** The outcome of one number that is in no draft yet. */
interface JudgedNumber {
  readonly number: string
  readonly reason: string | null
  readonly detail: string | null
  readonly group: string | null
}

interface ItemStore {
  /** Adds numbers after those that are there; one that is there already is not added again. Answers how many were new. */
  put(documentId: string, given: readonly GivenNumber[]): Statement<{ readonly added: number }>
  /** Takes numbers out of the draft; null: all of them. */
  remove(documentId: string, numbers: readonly string[] | null): Statement
  /** Judges these numbers of the draft anew; null: all of them. */
  judge(documentId: string, numbers: readonly string[] | null, by: Judgement): Statement
  /** Judges those anew that another number of the draft was in the way of. */
  judgeRest(documentId: string, by: Judgement): Statement
  /** Judges all of them anew where they were judged by other values of the header. */
  judgeChanged(documentId: string, by: Judgement): Statement
  /** What becomes of numbers that are in no draft yet. */
  outcomes(documentId: string, numbers: readonly string[], by: Judgement): Statement<JudgedNumber>
  /** Copies the numbers of the draft, judged, into a round, and locks what the good ones stand for. */
  raise(documentId: string, round: number, by: Judgement): Statement
  /** Counts the items of a round anew. */
  count(documentId: string, round: number): Statement
  counts(documentId: string, round: number): Statement<KeptCounts>
  /** All numbers of the draft as they are judged now. */
  judged(documentId: string, by: Judgement): Statement<JudgedGroup>
  page(documentId: string, round: number, isFailed: boolean, after: number, limit: number): Statement<StoredItem>
  /** All of them in their order, or those alone that fail; with a limit the first ones. */
  all(documentId: string, round: number, onlyFailed: boolean, limit?: number): Statement<StoredItem>
  countAll(documentId: string, round: number, onlyFailed: boolean): Statement<{ readonly total: number }>
  /** Those of these numbers that are in the draft already. */
  known(documentId: string, numbers: readonly string[]): Statement<{ readonly number: string }>
  groups(documentId: string, round: number): Statement<GroupRow>
  /** From here on the worker has it. */
  start(documentId: string, round: number): Statement
  /** The worker has it no longer. */
  stop(documentId: string, round: number): Statement
}

interface KeptCounts extends ItemCounts {
  readonly digest: string | null
  /** A worker has it. */
  readonly working: boolean
  /** Why the worker did not get on, where it did not. */
  readonly problem: string | null
}

const stores = new WeakMap<AnyDocument, ItemStore>()

/** Over the numbers of a round in their order, and which of them are good. */
const DIGEST = `md5(coalesce(string_agg(number || case when reason is null then '+' else '-' end, ',' order by number collate "C"), ''))`

const COUNTED = `count(*)::int as total, (count(*) filter (where state = 'good'))::int as good,
  (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where state = 'done'))::int as done`

/** The statements of drafts. */
function draftStatements(definition: AnyDocument) {
  const { name, table } = definition
  const item = `${table}_item`
  const { group } = itemsOf(definition)
  const drafted = `select array_agg(number) from ${item} where document_id = $1 and round = 0 and fault is null`
  const put = prepared<{ added: number }>(
    `${name}.items-put`,
    `with given as (
       select distinct on (number) number, fault, n from unnest($2::text[], $3::text[]) with ordinality g (number, fault, n) order by number, n
     ), last as (
       select coalesce(greatest((select max(no) from ${item} where document_id = $1 and round = 0 and (state = 'failed')),
         (select max(no) from ${item} where document_id = $1 and round = 0 and (state = 'failed') = false)), 0) as no
     ), added as (
       insert into ${item} (document_id, round, no, number, fault, reason)
       select $1, 0, row_number() over (order by n) + (select no from last), number, fault, coalesce(fault, 'notFound')
       from given on conflict do nothing returning 1
     ) select count(*)::int as added from added`,
  )
  const remove = prepared(
    `${name}.items-remove`,
    `delete from ${item} where document_id = $1 and round = 0 and ($2::text[] is null or number = any ($2::text[]))`,
  )
  const judge = prepared(
    `${name}.items-judge`,
    `select ${table}_judge($1, $2::text[], $3::text[], $4::int[], $5::text[])`,
  )
  const judgeRest = prepared(
    `${name}.items-judge-rest`,
    `select ${table}_judge($1, (select coalesce(array_agg(number), '{}') from ${item} where document_id = $1 and round = 0 and (state = 'failed') and reason = 'twice'),
       $2::text[], $3::int[], $4::text[])`,
  )
  const judgeChanged = prepared(
    `${name}.items-judge-changed`,
    `with told as (
       update document_items set judged_by = $2::text[] where document_type = '${name}' and document_id = $1 and round = 0 and judged_by is distinct from $2::text[] returning 1
     ) select ${table}_judge($1, null, $2::text[], $3::int[], $4::text[]) from told`,
  )
  const outcomes = prepared<JudgedNumber>(
    `${name}.items-outcomes`,
    `select number, reason, detail, ${group} as "group" from ${table}_judged($1, $2::text[], $3::text[], $4::int[], $5::text[])`,
  )
  const judged = prepared<JudgedGroup>(
    `${name}.items-judged`,
    `with j as materialized (
       select i.number, g.${group}, case when i.fault is not null then i.fault
         when g.reason is null and row_number() over (partition by g.device_id order by i.no) > 1 then 'twice' else g.reason end as reason
       from (select * from ${item} where document_id = $1 and round = 0) i
         -- Never row by row: of a draft that was filled a moment ago PostgreSQL knows nothing. Both have the same numbers.
         full join ${table}_judged($1, (${drafted}), $2::text[], $3::int[], $4::text[]) g on g.number = i.number
     ), whole as (select count(*)::int as total, ${DIGEST} as digest from j)
     select g.${group} as "group", coalesce(g.units, 0)::int as units, w.total, w.digest
     from whole w left join (select ${group}, count(*) as units from j where reason is null group by 1) g on true order by 1`,
  )
  const knownOnes = prepared<{ number: string }>(
    `${name}.items-known`,
    `select number from ${item} where document_id = $1 and round = 0 and number = any ($2::text[])`,
  )
  return { put, remove, judge, judgeRest, judgeChanged, outcomes, judged, known: knownOnes }
}

/** The statements of submitted rounds, and of what both come to. */
function roundStatements(definition: AnyDocument) {
  const { name, table } = definition
  const item = `${table}_item`
  const { group } = itemsOf(definition)
  const of = `document_type = '${name}' and document_id = $1 and round = $2`
  const raise = prepared(`${name}.items-raise`, `select ${table}_raise($1, $2::int, $3::text[], $4::int[], $5::text[])`)
  const count = prepared(
    `${name}.items-count`,
    `insert into document_items as c (document_type, document_id, round, total, good, failed, done, digest)
     select '${name}', $1, $2, ${COUNTED}, case when $2 > 0 then ${DIGEST} end from ${item} where document_id = $1 and round = $2
     on conflict (document_type, document_id, round) do update set total = excluded.total, good = excluded.good, failed = excluded.failed, done = excluded.done`,
  )
  const counts = prepared<KeptCounts>(
    `${name}.items-counts`,
    `select total, good, failed, done, digest, working, problem from document_items where ${of}`,
  )
  const page = prepared<StoredItem>(
    `${name}.items-page`,
    `select no, number, state, reason, detail, ${group} as "group" from ${item}
     where document_id = $1 and round = $2 and (state = 'failed') = $3 and no > $4 order by no limit $5`,
  )
  const all = prepared<StoredItem>(
    `${name}.items-all`,
    `select no, number, state, reason, detail, ${group} as "group" from ${item}
     where document_id = $1 and round = $2 and (not $3 or (state = 'failed')) order by no limit $4`,
  )
  const countAll = prepared<{ total: number }>(
    `${name}.items-count-all`,
    `select coalesce((select case when $3 then failed else total end from document_items where ${of}), 0)::int as total`,
  )
  const groups = prepared<GroupRow>(
    `${name}.items-groups`,
    `select coalesce(${group}, '') as "group", (count(*) filter (where state = 'good'))::int as good, (count(*) filter (where state = 'failed'))::int as failed,
       (count(*) filter (where state = 'done'))::int as done from ${item} where document_id = $1 and round = $2 group by 1 order by 1`,
  )
  const start = prepared(
    `${name}.items-start`,
    `update document_items set working = true, attempts = 0, next_at = product_now(), problem = null where ${of}`,
  )
  const stop = prepared(`${name}.items-stop`, `update document_items set working = false where ${of}`)
  return { raise, count, counts, page, all, countAll, groups, start, stop }
}

/**
 * The statements of the items of one document type. The area's functions of the database say what becomes of each number: `<table>_judged` answers it,
 * `<table>_judge` keeps it in the draft, `<table>_raise` copies the draft into a round and locks what is good.
 */
export function itemStore(definition: AnyDocument): ItemStore {
  const known = stores.get(definition)
  if (known) return known
  const draft = draftStatements(definition)
  const round = roundStatements(definition)
  const store: ItemStore = {
    ...draft,
    ...round,
    put: (documentId, given) =>
      draft.put(
        documentId,
        given.map(({ number }) => number),
        given.map(({ fault }) => fault),
      ),
    judge: (documentId, numbers, by) => draft.judge(documentId, numbers, by.values, by.scopes, by.codes),
    judgeRest: (documentId, by) => draft.judgeRest(documentId, by.values, by.scopes, by.codes),
    judgeChanged: (documentId, by) => draft.judgeChanged(documentId, by.values, by.scopes, by.codes),
    outcomes: (documentId, numbers, by) => draft.outcomes(documentId, numbers, by.values, by.scopes, by.codes),
    judged: (documentId, by) => draft.judged(documentId, by.values, by.scopes, by.codes),
    raise: (documentId, number, by) => round.raise(documentId, number, by.values, by.scopes, by.codes),
    all: (documentId, number, onlyFailed, limit) => round.all(documentId, number, onlyFailed, limit ?? null),
  }
  stores.set(definition, store)
  return store
}

import pg from 'pg'

/** The people and addresses of the filters; their entries are described below. */
export const BUSY = 'bench.busy'
export const RARE = 'bench.rare'
export const OFFICE = '10.1.1.1'

/**
 * Entries of three years, the same number each day. The hard cases are among them: a type that only the first third
 * has, a person with ten entries at the beginning, and one with a tenth of all entries, five of them at the most
 * frequent address and five about the most frequent records, at the very beginning.
 */
const ENTRIES = `
  insert into audit_entry (kind, document_type, document_id, subject, action, actor_id, behalf_of_id, at, from_state, to_state, detail, request_id,
    address, previous_hash, hash)
  select kind, type, case when type is not null then 9000000000 + n / 8 end,
    case when type is null then '/aps/bench/call' || n % 300 when kind = 'read' then 'K' || n % 50000
      else upper(left(type, 3)) || to_char(at, 'YYMM') || lpad((n / 8 % 100000)::text, 5, '0') end,
    case kind when 'change' then (array['save', 'submit', 'approve', 'update'])[1 + n % 4] when 'read' then 'list' else 'http.forbidden' end,
    actor, case when n % 50 = 0 then 9000 + n % 200 end, at, 'draft', 'draft',
    jsonb_build_object('changes', jsonb_build_object('remark', jsonb_build_array('as was said before', 'as is said now ' || n),
      'amount', jsonb_build_array('100.00', (n % 100000)::text))),
    md5(n::text || 'request'), address, case when n % 8 > 0 then sha256(int8send(n - 1)) end, sha256(int8send(n))
  from (
    select n, at, actor, kind,
      case when kind in ('call', 'refusal') then null
        when n <= 5 then 'benchCustomer'
        when kind = 'read' then 'benchProduct'
        when f < 0.33 and t < 0.4 then 'benchLegacy'
        when t < 0.52 and actor <> 9999 then 'benchCustomer'
        else 'bench' || floor(60 * t * t)::int end as type,
      case when n <= 5 then '10.1.1.1' when w < 0.5 and actor <> 9999 then '10.1.1.1' when w < 0.7 then '10.2.2.2'
        else '10.' || 3 + n % 40 || '.' || n % 250 || '.7' end as address
    from (
      select n, at, f, random() as t, random() as w, case when n <= 5 then 'change' when k < 0.85 then 'change' when k < 0.93 then 'read' when k < 0.97 then 'refusal' else 'call' end as kind,
        case when n <= 5 then 9999 when n between 100 and 109 then 9998 when a < 0.1 then 9999 else 10000 + floor(2000 * a * a * a)::int end as actor
      from (
        select n, n / $3::float8 as f, $4::timestamptz - interval '3 years' * (1 - n / $3::float8) as at, random() as k, random() as a
        from generate_series($1::bigint, $2::bigint) n offset 0) drawn offset 0) who) what`

const PIECE = 250_000

/** Entries as of a company of 2,000 people. They form no chain: `audit:verify` is not measured here. */
export async function fillAudit(databaseUrl: string, entries: number, now: Date): Promise<void> {
  // A connection of its own, because the product's have a statement time-out of 30 s.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('select setseed(0.5)')
  await client.query(`
    insert into app_user (id, account, name_zh, name_en, organisation_id, scope_id, state)
      select p.id, p.account, '员', 'Person', o.id, o.id, 'enabled'
      from (select id from organisation order by id limit 1) o, (values (9998, '${RARE}'), (9999, '${BUSY}')) p (id, account)
      union all select 10000 + n, 'bench.' || n, '员' || n, 'Person ' || n, o.id, o.id, 'enabled'
      from (select id from organisation order by id limit 1) o, generate_series(0, 1999) n`)
  // Creating indexes afterwards takes a tenth of the time.
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index where indrelid = 'audit_entry'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let from = 1; from <= entries; from += PIECE)
    await client.query(ENTRIES, [from, Math.min(entries, from + PIECE - 1), entries, now])
  for (const { text } of indexes) await client.query(text)
  await client.query('vacuum analyze audit_entry')
  await client.end()
}

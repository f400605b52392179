import pg from 'pg'

/** Years of finished approvals in bulk, for benches that measure with a history. */
export interface History {
  readonly instances: number
  /** Further deciders and drafters, so that no account holds more than its share. */
  readonly people: number
  /** Running approvals whose first step waits for each of these accounts. */
  readonly waiting: Readonly<Record<string, number>>
}

/** Of the active template, as stored by an approval of three or four steps. */
const STEPS = 4
/** Rows per statement: small enough to show progress, large enough to be fast. */
const BATCH = 100_000
/** Ids of the history are apart from the sequence's, and from a bench's. */
export const FIRST_DOCUMENT = 5_000_000_000

const TABLES = ['country_budget', 'approval_instance', 'approval_task', 'approval_act']

/**
 * Loads finished approvals of the country budget: document, instance, a task and an act for each step, acts of submit, now and
 * then a rejection, a copy, a transfer. Times are spread over the three years before `until`, waiting from minutes to days.
 */
export async function loadHistory(databaseUrl: string, history: History, until: Date): Promise<void> {
  // A connection of its own, because the product's have a statement time-out of 30 s.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(PEOPLE, [history.people])
    const { rows } = await client.query<{ def: string; name: string }>(INDEXES, [TABLES])
    for (const { name } of rows) await client.query(`drop index ${name}`)
    // The rows cannot violate foreign keys: each row's partner has the same number.
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    for (let from = 0; from < history.instances; from += BATCH) {
      const to = Math.min(history.instances, from + BATCH) - 1
      for (const statement of finished(from, to, until)) await client.query(statement)
    }
    let next = history.instances
    for (const [account, count] of Object.entries(history.waiting)) {
      for (const statement of running(next, next + count - 1, account, until)) await client.query(statement)
      next += count
    }
    await client.query('set session_replication_role = origin')
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { def } of rows) await client.query(def)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/**
 * A quarter of them decide in India, with a role in no bench's route: a step that asked them too would be another
 * route, not the same one with a history. The others work where no bench runs.
 */
const PEOPLE = `
  with made as (
    insert into app_user (account, name_zh, name_en, job_title)
    select 'bench.' || lpad(n::text, 5, '0'), '员工' || n, 'Approver ' || n, (array['RSM', 'RSD', 'Manager', 'Finance'])[1 + n % 4]
    from generate_series(1, $1::int) n returning id
  )
  insert into user_role (user_id, role_code, organisation_id)
  select id, (array['manager', 'rsd', 'regionalFinance', 'rsm'])[1 + id % 4], (array[201, 301, 300, 200])[1 + id % 4] from made`

const INDEXES = `
  select pg_get_indexdef(i.indexrelid) as def, i.indexrelid::regclass::text as name
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relname = any ($1) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

/** One row per number with the values that the approval tables need. */
function numbered(from: number, to: number, until: Date): string {
  return `
    staff as (
      select array_agg(id order by id) as ids, array_agg(jsonb_build_object('id', id, 'account', account,
        'name', jsonb_build_object('zh', name_zh, 'en', name_en)) order by id) as people
      from app_user where account like 'bench.%' or account in ('in.manager', 'in.regfinance', 'in.rsd', 'hq.budget')
    ), template as (
      select version, steps from approval_template where code = 'budget_country' order by version desc limit 1
    ), numbered as materialized (
      select n, ${FIRST_DOCUMENT} + n as id, 'HB' || lpad(n::text, 10, '0') as no,
        (1 + (n * 37) % 990)::numeric(20, 2) * 1000 as amount,
        timestamptz '${until.toISOString()}' - interval '3 years' * (1 - n::float8 / (${to + 1} + 1000)) - interval '1 day' as started,
        cardinality(staff.ids) as staff_size
      from generate_series(${from}::bigint, ${to}::bigint) n, staff
    )`
}

const HEADER = `jsonb_build_object('applyType', 'grant', 'level', 'country', 'fundedBy', 'pool', 'idcCode', 'IN', 'areaId', 2, 'year', 2026, 'month', 1 + n % 12,
  'budgetDeptCode', 'D01', 'projectPoolCode', 'POOL-A', 'productClass', 'phone', 'currency', 'INR', 'regionCode', null,
  'reason', 'Display material and promoters of the quarter', 'source', 'typed', 'totalAmount', amount::text)`
const SUMMARY = `jsonb_build_object('no', no, 'amount', amount::text, 'currency', 'INR', 'facts', jsonb_build_object('applyType', 'grant',
  'areaId', 2, 'projectPoolCode', 'POOL-A', 'budgetDeptCode', 'D01', 'year', 2026, 'month', 1 + n % 12))`
/** Picks another person for each step, so that nobody acts twice in one approval. */
const PERSON = (step: string) => `(1 + (n * 13 + ${step} * 101) % staff_size)::int`
const DRAFTER = `(select id from app_user where account = 'in.channel')`
/** Minutes of a step: from ten to about three days, most within hours. */
const MINUTES = (step: string) => `10 + ((n::bigint * 7919 + ${step} * 104729) % 1000) * ((n + ${step}) % 5) * 0.9`

const document = (state: string) => `
  insert into country_budget (id, no, state, version, round, scope_id, drafter_id, updated_by, content_hash, created_at, updated_at,
    submitted_at, apply_type, level, funded_by, idc_code, area_id, year, month, budget_dept_code, project_pool_code, product_class, currency, reason, source, total_amount)
  select id, no, ${state}, 5, 1, 200, ${DRAFTER}, ${DRAFTER}, md5(no), started, started, started, 'grant', 'country', 'pool', 'IN', 2, 2026, 1 + n % 12,
    'D01', 'POOL-A', 'phone', 'INR', 'Display material and promoters of the quarter', 'typed', amount from numbered`

const REJECTED = 'n % 20 = 7'
const stepsOf = (status: string) => `(
  select jsonb_agg(s.step || jsonb_build_object('status', ${status}, 'people', jsonb_build_array(staff.people[${PERSON('s.at')}])) order by s.at)
  from jsonb_array_elements(template.steps) with ordinality s (step, at) where s.at <= ${STEPS})`

function finished(from: number, to: number, until: Date): string[] {
  const rows = `with ${numbered(from, to, until)}`
  const step = `cross join lateral (select s, started + interval '1 minute' * (${[1, 2, 3]
    .map((k) => `case when s > ${k - 1} then ${MINUTES(String(k))} else 0 end`)
    .join(' + ')}) as opened, ${MINUTES('s + 1')} as minutes
    from generate_series(0, least(${STEPS}, jsonb_array_length(template.steps)) - 1) s) step`
  const decided = `case when ${REJECTED} and s = least(${STEPS}, jsonb_array_length(template.steps)) - 1 then 'reject' else 'agree' end`
  return [
    `${rows} ${document(`case when ${REJECTED} then 'rejected' else 'approved' end`)}`,
    `${rows}
     insert into approval_instance (document_id, round, document_type, template_code, template_version, state, drafter_id, scope_id,
       variables, steps, current_step, content_hash, started_at, ended_at, header, summary)
     select id, 1, 'countryBudget', 'budget_country', template.version, case when ${REJECTED} then 'rejected' else 'approved' end, ${DRAFTER}, 200,
       jsonb_build_object('amount', amount, 'type', 'grant'), ${stepsOf(`'done'`)}, null, md5(no), started,
       started + interval '1 minute' * (${[1, 2, 3, 4].map((k) => MINUTES(String(k))).join(' + ')}), ${HEADER}, ${SUMMARY}
     from numbered, staff, template`,
    `${rows}
     insert into approval_task (document_id, round, document_type, step, user_id, state, decision, opinion, summary, created_at, ended_at)
     select id, 1, 'countryBudget', s, staff.ids[${PERSON('(s + 1)')}], 'done', ${decided}, 'In line with the plan of the quarter', ${SUMMARY},
       opened, opened + interval '1 minute' * minutes
     from numbered, staff, template ${step}`,
    `${rows}
     insert into approval_act (document_id, round, step, actor_id, act, opinion, content_hash, at, waited_since)
     select id, 1, null, ${DRAFTER}, 'submit', null, md5(no), started, null from numbered
     union all
     select id, 1, s, staff.ids[${PERSON('(s + 1)')}], ${decided}, 'In line with the plan of the quarter', md5(no),
       opened + interval '1 minute' * minutes, opened
     from numbered, staff, template ${step}`,
  ]
}

function running(from: number, to: number, account: string, until: Date): string[] {
  const rows = `with ${numbered(from, to, until)}, holder as (
      select id as holder_id, jsonb_build_object('id', id, 'account', account, 'name', jsonb_build_object('zh', name_zh, 'en', name_en)) as holder
      from app_user where account = '${account}'
    )`
  const opened = `timestamptz '${until.toISOString()}' - interval '1 minute' * (1 + n % 5000)`
  return [
    `${rows} ${document(`'underApproval'`)}`,
    `${rows}
     insert into approval_instance (document_id, round, document_type, template_code, template_version, state, drafter_id, scope_id,
       variables, steps, current_step, content_hash, started_at, header, summary)
     select id, 1, 'countryBudget', 'budget_country', template.version, 'running', ${DRAFTER}, 200, '{}', (
         select jsonb_agg(s.step || case when s.at = 1 then jsonb_build_object('status', 'current', 'people', jsonb_build_array(holder))
           else jsonb_build_object('status', 'future', 'people', jsonb_build_array(staff.people[${PERSON('s.at')}])) end order by s.at)
         from jsonb_array_elements(template.steps) with ordinality s (step, at) where s.at <= ${STEPS}),
       0, md5(no), ${opened}, ${HEADER}, ${SUMMARY}
     from numbered, staff, template, holder`,
    `${rows}
     insert into approval_task (document_id, round, document_type, step, user_id, state, summary, created_at)
     select id, 1, 'countryBudget', 0, holder_id, 'open', ${SUMMARY}, ${opened} from numbered, holder`,
    `${rows}
     insert into approval_act (document_id, round, actor_id, act, content_hash, at)
     select id, 1, ${DRAFTER}, 'submit', md5(no), ${opened} from numbered`,
  ]
}

import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Versions of records as if pushed over the last days, in every state of a push. */
const insertPushes = prepared(
  'demo.pushes',
  `insert into sync_push (setting_code, record_id, record_key, record_version, act, state, attempts, asked_at, is_unsure, next_attempt_at,
     last_error, reference, created_at, updated_at)
   select p.setting, r.id, r.code, p.version, 'update', p.state, p.attempts, t.at, p.state = 'pushed',
     case when p.state in ('pendingPushed', 'pushing', 'pushed') then $1::timestamptz + interval '1 hour' end,
     p.error, case when p.state = 'succeededPushed' then 'R-' || r.id end, t.at, t.at + interval '2 seconds'
   from (values
       ('ERP-COUNTRY', 'succeededPushed', 1, 1, 12, null::jsonb),
       ('ERP-COUNTRY', 'nonPush', 0, 2, 3, null),
       ('ERP-COUNTRY', 'failedPushed', 8, 3, 2, '{"key":"sync.refused","params":{"status":422,"answer":"country code is closed for posting"}}'),
       ('WMS-CURRENCY', 'succeededPushed', 1, 1, 8, null),
       ('WMS-CURRENCY', 'pendingPushed', 0, 2, 3, null),
       ('IDC-IN-DEPARTMENT', 'pendingPushed', 2, 2, 2, '{"key":"sync.unavailable","params":{"status":503}}'),
       ('IDC-IN-DEPARTMENT', 'pushing', 1, 3, 1, null),
       ('IDC-IN-DEPARTMENT', 'pushed', 1, 4, 1, '{"key":"sync.timeout","params":{"seconds":10}}')
     ) as p (setting, state, attempts, version, count, error)
     cross join lateral (
       select * from (
         select id, code, row_number() over (order by code) as place from country where p.setting = 'ERP-COUNTRY'
         union all select id, code, row_number() over (order by code) from currency where p.setting = 'WMS-CURRENCY'
         union all select id, code, row_number() over (order by code) from budget_department where p.setting = 'IDC-IN-DEPARTMENT'
       ) rows where place <= p.count
     ) r
     cross join lateral (select $1::timestamptz - interval '1 hour' * (r.place * 5 + p.version)) t (at)`,
)

const insertRuns = prepared<{ id: string; refused: number }>(
  'demo.runs',
  `insert into sync_run (setting_code, kind, trigger, started_by, state, attempts, first_key, last_key, rows_read, rows_written,
     rows_unchanged, rows_refused, last_error, created_at, started_at, ended_at)
   select r.setting, r.kind, r.trigger, case when r.trigger = 'manual' then (select id from app_user where account = 'hq.it') end,
     r.state, 1, to_char($1::timestamptz - interval '1 day' * r.first_day, 'YYYY-MM-DD'),
     to_char($1::timestamptz - interval '1 day' * r.last_day, 'YYYY-MM-DD'), r.read, r.written, r.unchanged, r.refused, r.error, t.at, t.at + interval '1 second',
     t.at + interval '1 second' * (2 + r.read / 100.0)
   from (values
       ('ERP-CURRENCY-RATE', 'pull', 'schedule', 'succeeded', 96, null, 5, 65, 65, 0, 0, null::jsonb),
       ('ERP-CURRENCY-RATE', 'pull', 'schedule', 'succeeded', 72, 5, 4, 7, 5, 0, 2, null),
       ('ERP-CURRENCY-RATE', 'pull', 'schedule', 'pullFail', 48, 4, 4, 0, 0, 0, 0, '{"key":"sync.unavailable","params":{"status":503}}'),
       ('ERP-CURRENCY-RATE', 'pull', 'manual', 'stopped', 47, 4, 3, 5, 5, 0, 0, null),
       ('ERP-CURRENCY-RATE', 'ping', 'manual', 'succeeded', 46, null, null, 0, 0, 0, 0, null),
       ('ERP-COUNTRY', 'fill', 'manual', 'succeeded', 30, null, null, 38, 12, 26, 0, null),
       ('IDC-IN-DEPARTMENT', 'ping', 'manual', 'pushFail', 20, null, null, 0, 0, 0, 0, '{"key":"sync.unreachable","params":{"cause":"ECONNREFUSED"}}'),
       ('IDC-IN-CHANNEL', 'ping', 'manual', 'succeeded', 19, null, null, 0, 0, 0, 0, null)
     ) as r (setting, kind, trigger, state, hours, first_day, last_day, read, written, unchanged, refused, error)
     cross join lateral (select $1::timestamptz - interval '1 hour' * r.hours) t (at)
   returning id, rows_refused as refused`,
)

const insertRefused = prepared(
  'demo.refused-rows',
  `insert into sync_refused (run_id, position, record_key, row, reasons)
   select $1, g.n, null, jsonb_build_object('currency', c.code, 'base', 'USD', 'day', '2026-01-0' || g.n, 'rate', jsonb_build_object('units', '1.25')),
     jsonb_build_array(jsonb_build_object('key', 'record.unknownCode', 'params',
       jsonb_build_object('field', '@organisation.records.currencyRate.fields.currencyCode', 'code', c.code)))
   from (values (1, 'XXA'), (2, 'XXB')) g (n, code) join lateral (select g.code) c (code) on true`,
)

/** The last partly successful run stored its key. */
const keepKey = prepared(
  'demo.last-key',
  `update sync_setting set last_key = to_char($1::timestamptz - interval '3 days', 'YYYY-MM-DD') where code = 'ERP-CURRENCY-RATE'`,
)

/** Results of the last days' synchronizations, so that no page is empty. */
export async function seedSyncLog(tx: Tx, now: Date): Promise<void> {
  await tx.run(insertPushes(now))
  const runs = await tx.rows(insertRuns(now))
  await tx.run(keepKey(now))
  for (const { id } of runs.filter(({ refused }) => refused > 0)) await tx.run(insertRefused(id))
}

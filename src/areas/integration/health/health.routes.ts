import { prepared } from '#kernel/platform/db/statement.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { healthSchema } from '../integration-wire.ts'

interface Counts {
  readonly waiting: number
  readonly unsure: number
  readonly failed: number
  readonly oldest: Date | null
  readonly running: number
}
const counts = prepared<Counts>(
  'integration.health',
  `select (select count(*) from sync_push where state in ('pendingPushed', 'pushing', 'pushed'))::int as waiting,
     (select count(*) from sync_push where state = 'pushed')::int as unsure,
     (select count(*) from sync_push where state = 'failedPushed')::int as failed,
     (select min(p.created_at) from sync_push p join sync_setting s on s.code = p.setting_code
       where s.enabled and p.state in ('pendingPushed', 'pushing', 'pushed')) as oldest,
     (select count(*) from sync_run where state in ('pending', 'processing'))::int as running`,
)

interface Failing {
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly failed: number
  readonly last_error: Pick<Refusal, 'key' | 'params'> | null
}
const failing = prepared<Failing>(
  'integration.failing',
  `select s.code, s.name_zh, s.name_en, f.failed, coalesce(r.last_error, f.last_error) as last_error
   from sync_setting s
     cross join lateral (select count(*)::int as failed, (array_agg(p.last_error order by p.updated_at desc))[1] as last_error
       from sync_push p where p.setting_code = s.code and p.state = 'failedPushed') f
     left join lateral (
       select state, last_error from sync_run r where r.setting_code = s.code and r.kind <> 'ping' order by r.id desc limit 1) r on true
   where s.enabled and (f.failed > 0 or r.state in ('pullFail', 'pushFail')) order by s.code limit 50`,
)

/** State of synchronizations, for people who monitor them. */
export const healthRoute: Route = defineRoute({
  method: 'GET',
  path: '/aps/sync/health',
  right: 'integration.log.view',
  summary: 'What waits, since when, and which settings fail',
  mode: 'read',
  data: healthSchema,
  async handler(tx, { language }) {
    const [counted, rows] = await Promise.all([tx.first(counts()), tx.rows(failing())])
    const { waiting = 0, unsure = 0, failed = 0, oldest = null, running = 0 } = counted ?? {}
    return {
      waiting,
      unsure,
      failed,
      running,
      oldestWaitingAt: oldest?.toISOString() ?? null,
      failing: rows.map((row) => ({
        code: row.code,
        name: language === 'zh' ? row.name_zh : row.name_en,
        failed: row.failed,
        error: row.last_error ? refusalText(language, row.last_error) : null,
      })),
    }
  },
})

import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { AreaWork, WorkServices } from '#kernel/platform/jobs/area-work.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { withholdRun as en } from './withhold-run.en.ts'
import { withholdRun as zh } from './withhold-run.zh.ts'
import { rightsOf } from '../shared/scheme-document.ts'

// The month-end run (domain.md 2.5): finance of each area is notified that the proposal is ready, once a month, on its
// last local day, or some days later after a pause.

const RIGHT = rightsOf('withhold').submit
const NEWS = 'withholdRun'
/** Days after the end of a month in which a notification is still useful. */
const STILL_HELPS = 5

interface DueRow {
  readonly area_id: number
  readonly idc_code: string
  readonly year: number
  readonly month: number
}

/** An area with running schemes whose month ends today, or ended some days ago, and that was not notified; the row records it. */
const tellNext = prepared<DueRow>(
  'scheme.withhold-notice',
  `with calendar as (
     select a.id, a.organisation_id, a.idc_code, (($1::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date as today
     from area a join organisation o on o.id = a.organisation_id
     where exists (select from scheme s where s.area_id = a.id and s.state in ('effective', 'partialExecution'))
   ), due as (
     select c.*, case when extract(day from c.today + 1) = 1 then c.today else (date_trunc('month', c.today) - interval '1 day')::date end as last
     from calendar c where extract(day from c.today + 1) = 1 or extract(day from c.today) <= $2::int
   )
   insert into scheme_withhold_notice (scope_id, area_id, year, month, told_at)
   select d.organisation_id, d.id, extract(year from d.last)::int, extract(month from d.last)::int, $1 from due d
   where not exists (select from scheme_withhold_notice n where n.area_id = d.id and n.year = extract(year from d.last) and n.month = extract(month from d.last))
   order by d.id limit 1 on conflict do nothing
   returning area_id, year, month, (select a.idc_code from area a where a.id = scheme_withhold_notice.area_id) as idc_code`,
)

/** People who accrue for the area: of its own organisation, or of a country of it. */
const finance = prepared<{ readonly user_id: number }>(
  'scheme.withhold-finance',
  `select distinct r.user_id from user_role r join role_right g on g.role_code = r.role_code and g.right_code = '${RIGHT}'
   join app_user u on u.id = r.user_id and u.status = 'active'
   where r.organisation_id in (select organisation_id from area where id = $1 union select organisation_id from country where area_id = $1)
   order by 1`,
)

async function tell(tx: Tx, at: Date): Promise<boolean> {
  const due = await tx.first(tellNext(at, STILL_HELPS))
  if (!due) return false
  const { area_id: areaId, idc_code: idcCode, year, month } = due
  const to = (await tx.rows(finance(areaId))).map(({ user_id: id }) => id)
  await tx.run(
    documentChanged({
      documentType: NEWS,
      documentId: String(areaId),
      round: year * 100 + month,
      no: `${idcCode} ${periodOf(year * 100 + month)}`,
      action: 'prepare',
      actorId: null,
      at: at.toISOString(),
      kinds: [],
      inboxOf: [],
      notices: to.length > 0 ? [{ kind: 'prepared', to }] : [],
    }),
  )
  return true
}

/** `2026-11` from 202611, which takes the place of a document's round. */
function periodOf(round: number): string {
  return `${Math.floor(round / 100)}-${String(round % 100).padStart(2, '0')}`
}

/** True where there may be more. */
export async function tellFinance({ now, transaction }: WorkServices): Promise<boolean> {
  return await transaction((tx) => tell(tx, now()))
}

export const withholdRunSubject: NotificationSubject = {
  type: NEWS,
  right: RIGHT,
  title: (language, { round }) => interpolate({ en, zh }[language].notice, { month: periodOf(round) }),
  pages({ document_id: areaId, round }) {
    const page = `/scheme/withhold/run?areaId=${areaId}&year=${Math.floor(round / 100)}&month=${round % 100}`
    return { pc: page, mobile: page }
  },
}

export const withholdRunWork: AreaWork = {
  name: 'withholds of a month that ends',
  everySeconds: 600,
  run: tellFinance,
}

import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { type LimitedReader, limitsOfAny } from '#kernel/engine/document/document-limits.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'

interface PersonRow {
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly job_title: string
  readonly job_zh: string | null
}

/**
 * People who may decide each of the named approvals ($1, $2), see their organisations, and have no part in any of them
 * yet. Never the caller ($7).
 */
const ableText = (limits: string) => `with recursive wanted as (
     select distinct i.scope_id, k.approve from unnest($1::bigint[], $2::int[]) a (document_id, round)
     join approval_instance i using (document_id, round)
     join unnest($3::text[], $4::text[]) k (document_type, approve) using (document_type)
     where i.state = 'running' and ($5::int[] is null or i.scope_id = any ($5)) ${limits}
   ), line (id, ancestor) as (
     select distinct scope_id, scope_id from wanted
     union all select l.id, o.parent_id from line l join organisation o on o.id = l.ancestor where o.parent_id is not null
   )
   select u.account, u.name_zh, u.name_en, u.job_title,
     (select t.name_zh from role t where lower(t.name_en) = lower(u.job_title) order by t.code limit 1) as job_zh
   from app_user u
   where u.status = 'active' and u.id <> $7
     and (u.account ilike $6 or u.name_zh ilike $6 or u.name_en ilike $6 or u.job_title ilike $6)
     and exists (select from wanted)
     and not exists (select from wanted w where not exists (
       select from user_role r left join role_right x on x.role_code = r.role_code and x.right_code = w.approve
       where r.user_id = u.id and (r.role_code = 'superAdmin' or x.right_code is not null)
         and r.organisation_id in (select ancestor from line where id = w.scope_id)))
     and not exists (select from unnest($1::bigint[], $2::int[]) a (document_id, round)
       join approval_instance i using (document_id, round) where i.drafter_id = u.id)
     and not exists (select from unnest($1::bigint[], $2::int[]) a (document_id, round)
       join approval_task t using (document_id, round)
       where (t.user_id = u.id or t.principal_id = u.id) and not t.voided and t.state <> 'cancelled')
   order by u.account limit 41`

const ableToAnybody = prepared<PersonRow>('monitor.able-to-take-all', ableText(''))

function ableToTakeAll(reader: LimitedReader, ...given: readonly unknown[]): Statement<PersonRow> {
  const values = [...given]
  const limits = limitsOfAny(reader, 'i', (value) => `$${values.push(value)}`)
  return limits === null ? ableToAnybody(...given) : { text: ableText(`and ${limits}`), values }
}

/** People to whom the tasks of some approvals may be reassigned. An administrator names people without seeing the documents. */
export function peopleRoute(documents: readonly ServerDocument[]): Route {
  const deciding = documents.map(({ definition }) => definition).filter(({ actions }) => actions['approve'])
  const types = deciding.map(({ name }) => name)
  const rights = deciding.map(({ actions }) => actions['approve']?.right)
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/monitor/people',
    right: 'approval.administer',
    summary: 'People who may take over open tasks of the named approvals',
    mode: 'read',
    body: Type.Object({
      formInstanceIds: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 200 })),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    data: Type.Object({
      people: Type.Array(Type.Object({ account: Type.String(), name: Type.String(), jobTitle: Type.String() })),
    }),
    handler: async (tx, { principal, language }: RequestContext, { body }) => {
      const addresses = (body.formInstanceIds ?? []).flatMap((one) => readFormInstanceId(one) ?? [])
      const rows = await tx.rows(
        ableToTakeAll(
          principal,
          addresses.map(({ documentId }) => documentId),
          addresses.map(({ round }) => round),
          types,
          rights,
          principal.scope === 'all' ? null : principal.scope,
          `%${(body.keyword ?? '').trim().replaceAll(/[\\%_]/g, '\\$&')}%`,
          principal.userId,
        ),
      )
      return {
        people: rows.map((row) => ({
          account: row.account,
          name: language === 'zh' ? row.name_zh : row.name_en,
          jobTitle: (language === 'zh' ? row.job_zh : null) ?? row.job_title,
        })),
      }
    },
  })
}

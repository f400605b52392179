import { tellPeople } from '#kernel/services/notify/own-account.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { type AnyRecord, recordText } from '#kernel/engine/record/definition.ts'
import type { RecordWriter } from '#kernel/engine/record/write/plan-records.ts'
import type { RecordChange, RecordRules, RefusedChanges } from '#kernel/engine/record/record-rules.ts'
import { organisationErrors } from '../organisation.errors.ts'
import { area } from '../records/area.record.ts'
import { country } from '../records/country.record.ts'

// Moving a place also changes the reach of roles held there (docs/decisions/058).

const PLACE_MOVED = 'placeMoved'

export const placeSubject: NotificationSubject = {
  type: PLACE_MOVED,
  right: 'permission.access.view',
  title: (language) => textAt(language, 'organisation.placeMoved'),
  pages: () => ({ pc: '/system/access', mobile: '/tasks/mobile' }),
}

/** People who may publish roles of others, for the whole company. */
const administrators = prepared<{ user_id: number }>(
  'organisation.access-administrators',
  `select distinct r.user_id from user_role r join organisation o on o.id = r.organisation_id and o.parent_id is null
     join app_user u on u.id = r.user_id and u.status = 'active'
   where r.role_code = 'superAdmin' or exists (
     select from role_right g where g.role_code = r.role_code and g.right_code = 'permission.access.publish')
   order by 1 limit 200`,
)

/** Roles that a person holds at areas, data centres or countries. */
const ownPlaces = prepared<{ kind: string; code: string }>(
  'organisation.own-places',
  'select distinct kind, code from user_place where user_id = $1',
)

/** New parents at which somebody holds a role whose reach grows by the move. */
const ownParents = prepared<{ key: string }>(
  'organisation.own-parents',
  `with recursive moved as (
     select * from unnest($2::text[], $3::text[], $4::text[]) as m (key, old, new)
   ), line as (
     select m.key, 'old' as side, o.id, o.parent_id from moved m join organisation o on o.code = m.old
     union all select m.key, 'new', o.id, o.parent_id from moved m join organisation o on o.code = m.new
     union all select l.key, l.side, o.id, o.parent_id from line l join organisation o on o.id = l.parent_id
   )
   select distinct n.key from line n join user_role r on r.organisation_id = n.id and r.user_id = $1
   where n.side = 'new' and not exists (select from line o where o.key = n.key and o.side = 'old' and o.id = n.id)`,
)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function isMoved({ act, before, after }: RecordChange, fields: readonly string[]): boolean {
  return act === 'update' && fields.some((field) => (before?.[field] ?? null) !== (after?.[field] ?? null))
}

function own(changes: readonly RecordChange[]): RefusedChanges {
  return new Map(changes.map((change): [RecordChange, Refusal[]] => [change, [organisationErrors.ownReach()]]))
}

/** Whether an act changes where a place belongs: a move, or a new place. */
function isPlaced(change: RecordChange, fields: readonly string[]): boolean {
  return change.act === 'create' || isMoved(change, fields)
}

/** Nobody may move an organisation to where they hold a role that did not reach it before. */
export async function refuseOwnReach(tx: Tx, { principal }: RecordWriter, changes: readonly RecordChange[]) {
  const moved = changes.filter((change) => isMoved(change, ['parentCode']))
  if (moved.length === 0) return own([])
  const rows = await tx.rows(
    ownParents(
      principal.userId,
      moved.map(({ key }) => key),
      moved.map(({ before }) => text(before?.['parentCode'])),
      moved.map(({ after }) => text(after?.['parentCode'])),
    ),
  )
  return own(moved.filter(({ key }) => rows.some((row) => row.key === key)))
}

/** A file may move thousands; more than this is not listed in a message. */
const MOST_SAID = 20

/** One message about all moves, to each person who administers access. */
export async function notifyOfMoves(
  tx: Tx,
  writer: RecordWriter,
  record: AnyRecord,
  changes: readonly RecordChange[],
  fields: readonly string[],
): Promise<void> {
  const moved = changes.filter((change) => isMoved(change, fields))
  const [first] = moved
  if (!first) return
  const words = (language: Language) =>
    moved
      .slice(0, MOST_SAID)
      .map(({ key, before, after }) => {
        const values = (of: typeof before) => fields.map((field) => text(of?.[field])).join('/')
        return `${textAt(language, recordText(record, 'label'))} ${key}: ${values(before)} → ${values(after)}`
      })
      .join(language === 'zh' ? '；' : '; ')
  const people = await tx.rows(administrators())
  const told = people.map(({ user_id: userId }) => ({ userId, words }))
  const about = () => ({ documentType: PLACE_MOVED, documentId: first.id ?? '0' })
  await tellPeople(tx, writer, 'reachChanged', told, about)
}

function placeRules(
  record: AnyRecord,
  fields: readonly string[],
  kinds: Readonly<Record<string, string>>,
): RecordRules {
  return {
    record,
    async refuse(tx, { principal }, changes) {
      // A new area of a data centre where they hold a role extends their reach like a move.
      const moved = changes.filter((change) => isPlaced(change, fields))
      if (moved.length === 0) return own([])
      const places = await tx.rows(ownPlaces(principal.userId))
      const isOwn = ({ before, after }: RecordChange) =>
        places.some(({ kind, code }) => {
          const field = kinds[kind]
          return field !== undefined && [before?.[field], after?.[field]].includes(code)
        })
      return own(moved.filter(isOwn))
    },
    follow: (tx, writer, changes) => notifyOfMoves(tx, writer, record, changes, fields),
  }
}

/** A role held at an area, a data centre or a country reaches its organisation. */
export const placesRules: readonly RecordRules[] = [
  placeRules(area, ['organisationCode', 'idcCode'], { area: 'code', idc: 'idcCode' }),
  placeRules(country, ['organisationCode'], { country: 'code' }),
]

import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordWriter } from '#kernel/engine/record/write/plan-records.ts'
import type { RecordChange, RecordRules } from '#kernel/engine/record/record-rules.ts'
import { organisationErrors } from '../organisation.errors.ts'
import { organisation } from './organisation.record.ts'
import { refuseOwnReach, notifyOfMoves } from '../selectors/reach.server.ts'

/** Allowed parents by type: each below a wider one, a branch below another too. */
const RANKS: readonly string[] = ['headquarters', 'region', 'country', 'branch']

interface Around {
  readonly code: string
  readonly type: string
  readonly parent: string | null
  readonly enabled: boolean
}

/** The named organisations, and the children of changed ones. */
const around = prepared<Around>(
  'organisation.around',
  `select o.code, o.type, p.code as parent, o.enabled from organisation o left join organisation p on p.id = o.parent_id
   where o.code = any ($1::text[]) or p.code = any ($2::text[])`,
)

async function refuse(tx: Tx, writer: RecordWriter, changes: readonly RecordChange[]) {
  const own = await refuseOwnReach(tx, writer, changes)
  const parents = changes.flatMap(({ after }) =>
    typeof after?.['parentCode'] === 'string' ? [after['parentCode']] : [],
  )
  const keys = changes.map(({ key }) => key)
  const rows = await tx.rows(around([...new Set([...parents, ...keys])], keys))
  // Changes of the same file are considered as already made.
  const known = new Map(rows.map((row) => [row.code, row]))
  for (const { key, after, to } of changes) {
    if (after)
      known.set(key, {
        code: key,
        type: String(after['type']),
        parent: (after['parentCode'] as string | null) ?? null,
        enabled: to !== 'disabled',
      })
  }
  const all = [...known.values()]
  return new Map(
    changes.flatMap((change): [RecordChange, readonly Refusal[]][] => {
      const refusals = [...refusalsOf(change, known, all), ...(own.get(change) ?? [])]
      return refusals.length > 0 ? [[change, refusals]] : []
    }),
  )
}

function refusalsOf(
  { act, key, after, from, to }: RecordChange,
  known: ReadonlyMap<string, Around>,
  all: readonly Around[],
): readonly Refusal[] {
  if (act === 'delete') return []
  const below = all.filter(({ parent, code }) => parent === key && code !== key)
  if (from === 'enabled' && to === 'disabled' && below.some(({ enabled }) => enabled))
    return [organisationErrors.enabledBelow({ first: below.find(({ enabled }) => enabled)!.code })]
  const own = String(after?.['type'] ?? '')
  const parent = known.get(String(after?.['parentCode'] ?? ''))
  if (parent && !mayStandBelow(own, parent.type))
    return [organisationErrors.order({ upper: parent.code }, { field: 'parentCode' })]
  const wrong = below.find(({ type }) => !mayStandBelow(type, own))
  return wrong && after ? [organisationErrors.orderBelow({ lower: wrong.code }, { field: 'type' })] : []
}

function mayStandBelow(type: string, upper: string): boolean {
  return RANKS.indexOf(upper) < RANKS.indexOf(type) || (type === 'branch' && upper === 'branch')
}

/** An organisation is below a wider one, and must be in use while one of its children is. */
export const organisationRules: RecordRules = {
  record: organisation,
  refuse,
  follow: (tx, writer, changes) => notifyOfMoves(tx, writer, organisation, changes, ['parentCode']),
}

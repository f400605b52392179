import type { Axis, AxisPlace } from '#kernel/engine/definition/axes/axis.ts'
import { isHeldIn } from '#kernel/engine/reserve/reserve-rules.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { AnyDocument } from '../server-document.ts'

// Where the states of axes are read: of a document `d`, of the lines of one document, and of all documents in a state.

type Rows = Extract<AxisPlace, { readonly of: 'intervals' }>

const quoted = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ')

/** The state of a document `d`; null where it has none yet. */
export function axisStateSql(definition: AnyDocument, { kept, ofLines }: Axis): string {
  switch (kept.of) {
    case 'effects':
      return `(select e.state from document_effect e where e.document_id = d.id and e.round = d.round
      order by array_position(array[${quoted(ofLines.order ?? [])}], e.state) limit 1)`
    case 'reserve':
      return reserveStateSql(definition)
    case 'intervals':
      return `case when d.state not in (${quoted(kept.in)}) then null when exists (${during(kept)}) then '${kept.during}'
      when exists (${ahead(kept)}) then '${kept.before}' when exists (${standing(kept)}) then '${kept.after}' else '${kept.none}' end`
  }
}

/** The condition that a document `d` is in this known state of the axis. */
export function axisCondition(definition: AnyDocument, { kept, ofLines }: Axis, state: string): string {
  switch (kept.of) {
    case 'effects': {
      const order = ofLines.order ?? []
      const sooner = order.slice(0, order.indexOf(state))
      const of = 'select from document_effect e where e.document_id = d.id and e.round = d.round and e.state'
      return `exists (${of} = '${state}')${sooner.length > 0 ? ` and not exists (${of} in (${quoted(sooner)}))` : ''}`
    }
    case 'reserve':
      return `${reserveStateSql(definition)} = '${state}'`
    case 'intervals':
      return `d.state in (${quoted(kept.in)}) and ${ofRows(kept, state)}`
  }
}

/** Rows that have not begun are few, and an index finds them. */
function ofRows(kept: Rows, state: string): string {
  switch (state) {
    case kept.during:
      return `exists (${during(kept)})`
    case kept.before:
      return `d.id in (select r.${kept.document} from ${kept.rows} r where r.known_until is null and r.valid_from > product_now())
        and not exists (${during(kept)})`
    case kept.after:
      return `exists (${standing(kept)}) and not exists (${unended(kept)})`
    default:
      return `not exists (${standing(kept)})`
  }
}

const standing = ({ rows, document }: Rows) =>
  `select from ${rows} r where r.${document} = d.id and r.known_until is null`
/** An index on document and end skips the rows that are over. */
const unended = (kept: Rows) => `${standing(kept)} and coalesce(r.valid_to, 'infinity') > product_now()`
const during = (kept: Rows) => `${unended(kept)} and r.valid_from <= product_now()`
const ahead = (kept: Rows) => `${unended(kept)} and r.valid_from > product_now()`

/** The confirmation by another system; without one, what the ledger says. */
function reserveStateSql(definition: AnyDocument): string {
  const held = Object.keys(definition.states).filter((state) => isHeldIn(definition, state))
  return `coalesce((select r.state from document_reserve r where r.document_id = d.id and r.round = d.round),
    case when d.round = 0 then null when d.state in (${quoted(held)}) then 'occupied' else 'released' end)`
}

export interface LineState {
  readonly line: number
  readonly state: string
}

/**
 * The state of each line of the newest round by the dated rows that it wrote. Lines and rows are put together and grouped once: joined, thousands of
 * each were compared with one another where PostgreSQL expects few.
 */
export function lineStatesOf(definition: AnyDocument, axis: string, kept: Rows) {
  const { rows, document, line, before, during: now, after, none } = kept
  const standing = `from ${definition.table} d join`
  const ofDocument = `where d.id = $1 and d.state in (${quoted(kept.in)})`
  return prepared<LineState>(
    `${definition.name}.lines-${axis}`,
    `select x.line, case when bool_or(x.valid_from <= product_now() and coalesce(x.valid_to, 'infinity') > product_now()) then '${now}'
       when bool_or(x.valid_from > product_now()) then '${before}' when count(x.valid_from) > 0 then '${after}' else '${none}' end as state
     from (
       select l.line_no as line, null::timestamptz as valid_from, null::timestamptz as valid_to
       ${standing} ${definition.table}_line l on l.document_id = d.id and l.round = d.round ${ofDocument}
       union all
       select r.${line}, r.valid_from, r.valid_to ${standing} ${rows} r on r.${document} = d.id and r.known_until is null ${ofDocument}
     ) x group by x.line having count(*) > count(x.valid_from) order by x.line`,
  )
}

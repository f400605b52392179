import {
  type By,
  holdToPostFoundBy,
  lock,
  locksOf,
  moveOn,
  movesOf,
  readOccupations,
  type Step,
  unlock,
} from '#areas/budget/budget.facade.ts'
import { prepared, type Statement } from '#kernel/db/statement.ts'
import type { ActionOf, LineOf } from '#kernel/definition/definition.ts'
import { columnOf } from '#kernel/definition/fields.ts'
import type {
  AnyDocument,
  Effects,
  FactRequest,
  FactSpec,
  FactSpecs,
  HoldSpec,
  Subject,
} from '#kernel/document/server-document.ts'
import { Refused } from '#kernel/errors/errors.ts'
import type { SchemeFacts } from '../scheme-parts.rules.ts'
import { named, readScheme, schemeOf, seesScheme } from './scheme.facts.ts'

// What the documents that go on with a scheme do in the same way: they read it under its lock, lock what they ask for while they are
// in approval, and move it once they are agreed to.

const ENDS = ['approve', 'reject', 'return', 'terminate', 'withdraw'] as const

/** Of every definition that `schemeFields` are part of. */
interface OfScheme {
  readonly header: {
    readonly schemeNo?: string | null
    readonly areaId?: number | null
    readonly postingDate?: string | null
  }
}

/** The document types differ in nothing that these facts look at. */
const headOf = (content: unknown) => (content as OfScheme | null)?.header

/**
 * The scheme that a document names, and its money as of the posting day: of the content that is handed in, or as it is stored in
 * its table.
 */
export function schemeFacts<D extends AnyDocument>(definition: D): FactSpecs<D, SchemeFacts> {
  const stored = schemeOf(definition)
  const actions = (...names: readonly string[]) => names as readonly ActionOf<D>[]
  return {
    scheme: {
      actions: actions('save', 'submit', ...ENDS),
      statement: ({ content, documentId }) =>
        content ? named.scheme(headOf(content)?.schemeNo) : stored.scheme(documentId),
      sight: { row: seesScheme },
      read: readScheme,
    },
    occupations: {
      actions: actions('submit', ...ENDS),
      sight: { accompanies: 'scheme' },
      statement: ({ content, documentId }) => {
        const header = headOf(content)
        // A day that could not be read is none.
        return content
          ? named.occupations(header?.schemeNo, header?.postingDate || null, documentId)
          : stored.occupations(documentId)
      },
      read: readOccupations,
    },
  }
}

const holdMonths = holdToPostFoundBy(
  'schemes',
  'select f.budget_code from scheme s join scheme_funding f on f.scheme_id = s.id where s.no = $3',
)

/** What one document reads as free, no other takes meanwhile, and a month that it reads as open nobody begins to close. */
export function schemeHolds<D extends AnyDocument>(definition: D): HoldSpec<D> {
  const stored = schemeOf(definition)
  return {
    actions: ['submit', ...ENDS] as readonly string[] as readonly ActionOf<D>[],
    statement({ content, documentId }) {
      const { schemeNo, areaId, postingDate } = headOf(content) ?? {}
      const scheme = stored.hold(documentId, schemeNo)
      return areaId && postingDate ? [scheme, holdMonths(areaId, postingDate, schemeNo)] : scheme
    },
  }
}

/** What is known of devices is told of those that the reader sees. */
export const OF_DEVICES = {
  accompanies: 'devices',
  by: {
    own: ({ device_id }: { readonly device_id: string }) => device_id,
    theirs: ({ id }: { readonly id: string }) => id,
  },
} as const

/** The lines of a document as its round was submitted: what its last approval moves. */
export function storedLines<D extends AnyDocument>(definition: D): FactSpec<D, readonly LineOf<D>[], never> {
  const { table, name, lines } = definition
  const columns = Object.entries(lines).map(
    ([field, { kind }]) => `l.${columnOf(field)}${kind === 'integer' ? '' : '::text'} as "${field}"`,
  )
  const stored = prepared(
    `scheme.lines-of-${name}`,
    `select ${columns.join(', ')} from ${table} d join ${table}_line l on l.document_id = d.id and l.round = d.round where d.id = $1 order by l.line_no`,
  )
  return {
    actions: ['approve'] as readonly string[] as readonly ActionOf<D>[],
    sight: 'stored',
    statement: ({ documentId }: FactRequest<D>) => stored(documentId),
    read: (rows: never[]) => rows,
  }
}

type OfDocument = Pick<Subject<AnyDocument>, 'id' | 'round'>

const by = ({ id, round }: OfDocument, action: string): By => ({ id, round, action })

/** Submit: what it will take is kept for it, all of it or nothing, and the budgets stay as they are. */
export function keep(subject: OfDocument, steps: readonly Step[], more: readonly Statement[] = []): Effects {
  // Its rules said so in words of their own; a part of it would fail at the last approval only.
  const { refusals } = movesOf(steps)
  if (refusals.length > 0) throw new Refused(refusals)
  const { legs, writes = [] } = lock(by(subject, 'submit'), locksOf(steps))
  return { legs, writes: [...writes, ...more] }
}

/** The last approval: what was kept is moved in one journal, and the scheme is in the state that follows. */
export function settle(
  subject: OfDocument,
  steps: readonly Step[],
  schemeId: string,
  more: readonly Statement[] = [],
): Effects {
  const { writes = [], ...moved } = moveOn(by(subject, 'approve'), steps)
  return { ...moved, writes: [...writes, ...more, refreshScheme(schemeId)] }
}

/** Reject, return, withdraw, terminate. */
export const letGo =
  (action: string) =>
  (subject: OfDocument): Effects =>
    unlock(by(subject, action))

/**
 * The state that follows from what was done: partly executed once something was paid out, fully once nothing is left to be. What was
 * terminated, closed or has expired stays so.
 */
const refresh = prepared(
  'scheme.refresh',
  `update scheme s set updated_at = product_now(), state = case
     when m.exe > 0 and m.open = 0 then 'fullExecution' when m.exe > 0 then 'partialExecution' else 'effective' end
   from (select f.scheme_id, sum(o.document_exe) as exe, sum(o.document_cmt + o.document_acr) as open
     from scheme_funding f join budget_occupation o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.occupation_line
     where f.scheme_id = any ($1::bigint[]) group by 1) m
   where s.id = m.scheme_id and s.state in ('effective', 'partialExecution', 'fullExecution')`,
)

export function refreshScheme(...schemeIds: readonly string[]): Statement {
  return refresh(schemeIds)
}

import {
  type SpendingDocument,
  holdToPostFoundBy,
  lock,
  locksOf,
  moveOn,
  movesOf,
  readEncumbrances,
  type EncumbranceStep,
  unlock,
} from '#areas/budget/budget.facade.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { ActionOf, LineOf } from '#kernel/engine/definition/definition.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import type {
  AnyDocument,
  Postings,
  FactRequest,
  FactSpec,
  FactSpecs,
  RowLockSpec,
  Subject,
} from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { SchemeFacts } from './funding-lines.rules.ts'
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
    encumbrances: {
      actions: actions('submit', ...ENDS),
      sight: { accompanies: 'scheme' },
      statement: ({ content, documentId }) => {
        const header = headOf(content)
        // A day that could not be read is none.
        return content
          ? named.encumbrances(header?.schemeNo, header?.postingDate || null, documentId)
          : stored.encumbrances(documentId)
      },
      read: readEncumbrances,
    },
  }
}

const holdMonths = holdToPostFoundBy(
  'schemes',
  'select f.budget_code from scheme s join scheme_funding f on f.scheme_id = s.id where s.no = $3',
)

/** What one document reads as free, no other takes meanwhile, and a month that it reads as open nobody begins to close. */
export function schemeLocks<D extends AnyDocument>(definition: D): RowLockSpec<D> {
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

const by = ({ id, round }: OfDocument, action: string): SpendingDocument => ({ id, round, action })

/** Submit: what it will take is kept for it, all of it or nothing, and the budgets stay as they are. */
export function hold(
  subject: OfDocument,
  steps: readonly EncumbranceStep[],
  more: readonly Statement[] = [],
): Postings {
  // Its rules said so in words of their own; a part of it would fail at the last approval only.
  const { refusals } = movesOf(steps)
  if (refusals.length > 0) throw new Refused(refusals)
  const { legs, writes = [] } = lock(by(subject, 'submit'), locksOf(steps))
  return { legs, writes: [...writes, ...more] }
}

/** The last approval: what was kept is moved in one journal, and the scheme is in the state that follows. */
export function settle(
  subject: OfDocument,
  steps: readonly EncumbranceStep[],
  schemeId: string,
  more: readonly Statement[] = [],
): Postings {
  const { writes = [], ...moved } = moveOn(by(subject, 'approve'), steps)
  return { ...moved, writes: [...writes, ...more, refreshScheme(schemeId)] }
}

/** Reject, return, withdraw, terminate. */
export const release =
  (action: string) =>
  (subject: OfDocument): Postings =>
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
     from scheme_funding f join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
     where f.scheme_id = any ($1::bigint[]) group by 1) m
   where s.id = m.scheme_id and s.state in ('effective', 'partialExecution', 'fullExecution')`,
)

export function refreshScheme(...schemeIds: readonly string[]): Statement {
  return refresh(schemeIds)
}

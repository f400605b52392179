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
import type { FundsDocument } from '#areas/funds/funds.facade.ts'
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

// Behaviour common to follow-up documents: they read the scheme under its lock, lock amounts during approval, and move them once approved.

const ENDS = ['approve', 'reject', 'return', 'terminate', 'withdraw'] as const

/** A definition that includes `schemeFields`. */
interface OfScheme {
  readonly header: {
    readonly schemeNo?: string | null
    readonly areaId?: number | null
    readonly postingDate?: string | null
  }
}

/** Safe cast: all follow-up documents share these header fields. */
const headOf = (content: unknown) => (content as OfScheme | null)?.header

/** The scheme of a document, and its money as of the posting day: by submitted content, or by its table. */
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
        // Treat an unparsable date as missing.
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

/** Locks: what one document reads as free, no other takes meanwhile, and a month read as open is not moved to closing. */
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

/** Facts about devices that the reader sees. */
export const OF_DEVICES = {
  accompanies: 'devices',
  by: {
    own: ({ device_id }: { readonly device_id: string }) => device_id,
    theirs: ({ id }: { readonly id: string }) => id,
  },
} as const

/** The lines of the submitted round, which its last approval moves. */
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

/** How the postings of funds are told which document acts. */
export const fundsBy =
  ({ name }: AnyDocument) =>
  ({ id, round, no }: Pick<Subject<AnyDocument>, 'id' | 'round' | 'no'>, action: string): FundsDocument => ({
    id,
    round,
    no,
    action,
    documentType: name,
  })

type OfDocument = Pick<Subject<AnyDocument>, 'id' | 'round'>

const by = ({ id, round }: OfDocument, action: string): SpendingDocument => ({ id, round, action })

/** Submit: locks what it will take, all or nothing; the budgets are unchanged. */
export function hold(
  subject: OfDocument,
  steps: readonly EncumbranceStep[],
  more: readonly Statement[] = [],
): Postings {
  // The rules have refused it in their own words; a missing part would otherwise fail at the last approval only.
  const { refusals } = movesOf(steps)
  if (refusals.length > 0) throw new Refused(refusals)
  const { legs, writes = [] } = lock(by(subject, 'submit'), locksOf(steps))
  return { legs, writes: [...writes, ...more] }
}

/** The last approval: moves the locked amounts in one journal, and sets the scheme's next state. */
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

/** The next state: partly executed after a payment, fully once nothing is left. Terminated, closed and expired stay. */
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

import type { CallNote, RequestContext } from '#kernel/platform/access/principal.ts'
import { auditedBy, auditEntry } from './audit.ts'

/** Names of body fields whose values must not be logged. */
const SECRET = /secret|password|token|ticket|signature|bank|credential/i
const MOST_OF_TEXT = 200
const MOST_OF_SUBJECT = 300
const MOST_OF_LIST = 50
const DEEPEST = 4

/** A text cut within a surrogate pair could not be stored. */
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed().replaceAll('\u0000', '')

function told(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cut(value, MOST_OF_TEXT)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return '…'
  if (Array.isArray(value)) return value.slice(0, MOST_OF_LIST).map((each) => told(each, depth + 1))
  const pairs = Object.entries(value).slice(0, MOST_OF_LIST)
  return Object.fromEntries(
    pairs.map(([name, each]) => [name, SECRET.test(name) && each !== null ? '…' : told(each, depth + 1)]),
  )
}

/** The properties of a call that its audit entry needs. */
export interface AuditedCall {
  readonly path: string
  readonly audit?: { readonly hides?: readonly string[] }
}

/** The audit entry of a call for which no document, record or setting writes one. */
export function callEntry(route: AuditedCall, context: RequestContext, body: unknown, note: CallNote) {
  const { changes } = note
  const hides = new Set(route.audit?.hides)
  const asked = Object.entries((body ?? {}) as object).filter(([name]) => !hides.has(name))
  const detail = changes ? { changes: told(changes) } : { asked: told(Object.fromEntries(asked)) }
  const by = auditedBy(context)
  return auditEntry(
    {
      ...by,
      actorId: note.actorId ?? by.actorId,
      kind: 'call',
      documentType: note.type ?? null,
      documentId: null,
      subject: cut(note.subject ?? route.path, MOST_OF_SUBJECT),
      action: route.path,
      at: context.now,
      fromState: null,
      toState: null,
      detail,
    },
    null,
  ).statement
}

/** The fields in which two contents differ. */
export function changesOf(before: object, after: object): NonNullable<CallNote['changes']> {
  const [was, is] = [before, after] as readonly Readonly<Record<string, unknown>>[]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const pairs = names.map((name) => [name, [was?.[name] ?? null, is?.[name] ?? null]] as const)
  return Object.fromEntries(pairs.filter(([, [one, other]]) => JSON.stringify(one) !== JSON.stringify(other)))
}

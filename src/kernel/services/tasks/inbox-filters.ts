import { endOfPeriod } from '#kernel/base/clock/period.ts'
import { Type } from 'typebox'
import { oneOf } from '#kernel/platform/http/wire-schemas.ts'
import { narrowed, requireRight } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { inboxErrors } from './inbox.errors.ts'
import type { InboxQuestion, InboxReader } from './inbox-question.ts'
import { type DocumentsByName, maySee, OVERSEE, titlesWith } from './inbox-rows.ts'
import { type Box, INSTANCE_STATES } from './inbox-wire.ts'

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength, pattern: '^[^\\u0000]*$' }))
const money = Type.Optional(Type.String({ pattern: '^$|^\\d{1,18}(\\.\\d{1,2})?$' }))
const flag = Type.Optional(Type.Boolean())

/** Filters of a box, on the screen and in a file. */
export const inboxFilters = {
  documentType: text(64),
  no: text(64),
  text: text(100),
  drafter: text(64),
  organisation: text(64),
  currency: text(3),
  amountFrom: money,
  amountTo: money,
  step: text(100),
  createdFrom: text(40),
  createdTo: text(40),
  endedFrom: text(40),
  endedTo: text(40),
  waitingHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  state: Type.Optional(oneOf([...INSTANCE_STATES, ''] as const)),
  overdue: flag,
  urged: flag,
  unread: flag,
  parked: flag,
}

type InboxFilters = Readonly<Record<string, unknown>>

/** Normalises a request for the query: no empty values, times as instants, and only valid combinations. */
export async function questionOf(
  tx: Tx,
  context: Reader,
  documents: DocumentsByName,
  asked: InboxFilters,
): Promise<InboxQuestion> {
  const box = (asked['box'] ?? asked['status'] ?? 'open') as InboxQuestion['box']
  if (box === 'all') requireRight(context.principal, OVERSEE)
  const given = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' ? value.trim() || undefined : (value as number | boolean | undefined)
  }
  const texts = ['documentType', 'no', 'drafter', 'organisation', 'currency', 'amountFrom', 'amountTo', 'step', 'state']
  const times = ['createdFrom', 'createdTo', 'endedFrom', 'endedTo']
  const flags = { overdue: 'isOverdue', urged: 'isUrged', unread: 'isUnread', parked: 'isParked' }
  const question: Record<string, unknown> = {
    box,
    order: given('order') ?? (box === 'open' ? 'due' : 'latest'),
  }
  for (const name of texts) if (given(name) !== undefined) question[name] = given(name)
  for (const name of times) if (given(name) !== undefined) question[name] = instant(name, given(name))
  for (const [name, is] of Object.entries(flags)) if (given(name) === true) question[is] = true
  if (given('waitingHours') !== undefined) question['waitingHours'] = given('waitingHours')
  const word = given('text')
  if (typeof word === 'string')
    question['text'] = { word, ...(await titlesWith(tx, documents.values(), context.language, word, box !== 'all')) }
  if ((question['amountFrom'] ?? question['amountTo']) !== undefined && question['currency'] === undefined)
    throw new Refused(inboxErrors.currencyMissing({}, { field: 'currency' }))
  return question as unknown as InboxQuestion
}

function instant(name: string, value: string | number | boolean | undefined): Date {
  const text = name.endsWith('To') ? endOfPeriod(String(value)) : String(value)
  const at = new Date(text)
  // JavaScript accepts years of other lengths, the database does not.
  if (Number.isNaN(at.getTime()) || !/^\d{4}-/.test(text))
    throw new Refused(httpErrors.invalidField({ field: name, reason: 'invalid' }, { field: name }))
  return at
}

export function readerOf({ principal, now }: Reader, documents: DocumentsByName, box: Box): InboxReader {
  const viewable = [...documents.values()].filter(({ definition }) => maySee(principal, definition.viewRight, box))
  return { principal: narrowed(principal, OVERSEE), now, viewable: viewable.map(({ definition }) => definition.name) }
}

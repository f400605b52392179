import { Type } from 'typebox'
import { may, narrowed, type RequestContext } from '#kernel/platform/access/principal.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import { namesOfRows } from '../list/list-names.ts'
import { narrowedPage } from '../list/list-query.ts'
import { listRowWire } from '../load-document.ts'
import { type AnyDocument, serverDocumentOf, type TitleFacts } from '../server-document.ts'
import { titleText, viewOf } from '#kernel/engine/definition/view.ts'

/** The options that a selector shows (spec section 9), and one more to know whether there are others. */
const MOST = 41
/** Most titles that a word may match: more would match nearly everything. */
const MOST_TITLES = 50

const picked = Type.Object({
  no: Type.String(),
  title: Type.String(),
  state: Type.String(),
  stateLabel: Type.String(),
  stateColour: Type.String(),
  amount: Type.Union([Type.String(), Type.Null()]),
  currency: Type.Union([Type.String(), Type.Null()]),
  drafterName: Type.String(),
})

/** Value help over documents of one type: by the beginning of a number, or by a word of a title; without input the latest. */
export function pickRoutes(definitions: readonly AnyDocument[]): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/document/pick',
      right: { signedIn: 'Each type of document is searched with its own right and scope only' },
      summary: 'Documents of one type to choose from, by number or by a word of their title',
      mode: 'read',
      body: Type.Object({
        documentType: Type.String({ maxLength: 64 }),
        keyword: Type.Optional(Type.String({ maxLength: 64 })),
        states: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
        sameValue: Type.Optional(
          Type.Record(Type.String({ maxLength: 64 }), Type.Union([Type.String({ maxLength: 200 }), Type.Integer()]), {
            description: 'Only documents that have these values in these filters of their list',
          }),
        ),
      }),
      data: Type.Array(picked),
      async handler(tx, context, { body }) {
        const definition = definitions.find(({ name }) => name === body.documentType)
        if (!definition)
          throw new Refused(
            httpErrors.invalidField({ field: 'documentType', reason: body.documentType }, { field: 'documentType' }),
          )
        if (!may(context.principal, definition.viewRight)) return []
        const keyword = (body.keyword ?? '').trim()
        const word = await meantBy(tx, context, definition, keyword)
        if (word === null) return []
        const principal = narrowed(context.principal, definition.viewRight)
        const { states, sameValue } = body
        const rows = await readPage(
          tx,
          narrowedPage(definition, principal, sameValue ?? {}, MOST, (where) => {
            if (states) where.add(`d.state = any (${where.value(states)}::text[])`)
            if (word.beginning !== null) where.add(`starts_with(d.no, ${where.value(word.beginning)})`)
            if (word.titles) where.add(titlesSql(word.titles, (value) => where.value(value)))
          }),
        )
        return wire(tx, { ...context, principal }, definition, rows)
      },
    }),
  ]
}

/**
 * Parses the input as the beginning of a number, with or without the type's letters, or as a word of titles. Null where it can be neither.
 */
async function meantBy(
  tx: Tx,
  { language }: RequestContext,
  definition: AnyDocument,
  keyword: string,
): Promise<{ readonly beginning: string | null; readonly titles: readonly TitleFacts[] | null } | null> {
  if (keyword === '') return { beginning: null, titles: null }
  const { prefix } = definition.number
  const upper = keyword.toUpperCase()
  const isNumber = /^\d+$/.test(upper) || (upper.startsWith(prefix) && /^[A-Z0-9]+$/.test(upper))
  if (isNumber) return { beginning: /^\d/.test(upper) ? prefix + upper : upper, titles: null }
  const titles = [
    ...optionsWith(definition, language, keyword),
    ...((await serverDocumentOf(definition).titled?.(tx, language, keyword)) ?? []),
  ]
  return titles.length === 0 ? null : { beginning: null, titles: titles.slice(0, MOST_TITLES) }
}

/** Field names come from the definition and values from the server's own texts and names. */
function titlesSql(titles: readonly TitleFacts[], value: (value: unknown) => string): string {
  const each = titles.map((facts) =>
    Object.entries(facts)
      .map(([field, is]) => `d.${columnOf(field)} = ${value(is)}`)
      .join(' and '),
  )
  return `(${each.map((title) => `(${title})`).join(' or ')})`
}

/** Options of the title's choice whose text contains the word. */
function optionsWith(
  definition: AnyDocument,
  language: RequestContext['language'],
  keyword: string,
): readonly TitleFacts[] {
  const { title } = viewOf(definition)
  const base = `${definition.area}.documents.${definition.name}`
  const options = title === null ? [] : (definition.fields[title]?.options ?? [])
  return options
    .filter((option) => textAt(language, `${base}.titles.${option}`).toLowerCase().includes(keyword.toLowerCase()))
    .map((option) => ({ [title!]: option }))
}

async function wire(
  tx: Tx,
  context: RequestContext,
  definition: AnyDocument,
  rows: readonly Readonly<Record<string, unknown>>[],
) {
  const { language } = context
  const base = `${definition.area}.documents.${definition.name}`
  const { amount, currency } = viewOf(definition)
  const headers = rows.map((row) => listRowWire(context, definition, row))
  const names = await namesOfRows(tx, context, serverDocumentOf(definition), headers)
  const text = (path: string) => textAt(language, `${base}.${path}`)
  return headers.map((header, row) => {
    const reading = { fields: definition.fields, names: names[row]!, text }
    const state = String(header['state'])
    const said = (field: string | null) => (field === null ? null : ((header[field] ?? null) as string | null))
    return {
      no: String(header['no']),
      title: titleText(viewOf(definition), reading, header, kernelTexts(language).separator),
      state,
      stateLabel: textAt(language, `${base}.states.${state}`),
      stateColour: definition.states[state] ?? 'grey',
      amount: said(amount),
      currency: said(currency),
      drafterName: (header['drafter'] as { readonly name: string }).name,
    }
  })
}

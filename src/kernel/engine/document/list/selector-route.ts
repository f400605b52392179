import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Runnable } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Right, type Route } from '#kernel/platform/http/route.ts'
import {
  givenOf,
  notRequired,
  type Selection,
  selectionOf,
  selectorAnswer,
  selectorBody,
  selectorData,
  selectorEnd,
  selectorPage,
} from './selector.ts'
import type { RowCount } from './selector-rows.ts'

export interface SelectorCall<Body = unknown, Params = unknown> {
  readonly tx: Tx
  readonly context: RequestContext
  readonly body: Body
  readonly params: Params
  readonly selection: Selection
}

interface SelectorDefinition<W extends TProperties, F extends TProperties, P extends TSchema> {
  readonly path: string
  readonly right: Right
  readonly summary: string
  readonly params?: P
  /** Most rows of a page, and how many come where the call says none: all of them, unless `usual` says so. */
  readonly most: number
  readonly usual?: number
  readonly filters?: F
  /** The answer's names; of a reference they are those of its `selectorRows`. */
  readonly rows: { readonly shape: W; readonly counted: RowCount }
  /** Finds the place that the call is about, refuses what the caller does not see, and says which rows are offered. */
  readonly select: (
    call: SelectorCall<Static<TObject<F>>, Static<P>>,
  ) => Runnable<Static<TObject<W>>> | Promise<Runnable<Static<TObject<W>>> | null>
}

/** The call of a selector (spec section 7): a page of what a form offers, narrowed by a keyword. */
export function selectorRoute<
  W extends TProperties,
  const F extends TProperties = Record<never, never>,
  P extends TSchema = TSchema,
>(definition: SelectorDefinition<W, F, P>): Route {
  const { path, right, summary, params, most, usual = most, filters, rows: shown, select } = definition
  return defineRoute({
    method: 'POST',
    path,
    right,
    summary,
    mode: 'read',
    ...(params && { params }),
    body: selectorBody<TProperties>(most, mapped(filters ?? {})),
    data: selectorData<TProperties>(shown.shape),
    async handler(tx, context, input) {
      const body = givenOf(input.body)
      const selection = selectionOf(context, body, usual)
      const call = { tx, context, selection, body, params: input.params }
      const query = await select(call as unknown as SelectorCall<Static<TObject<F>>, Static<P>>)
      const found: readonly Found[] = query === null ? [] : ((await tx.rows(query)) as readonly Found[])
      return ANSWERS[shown.counted](found, selection)
    },
  })
}

const mapped = (filters: TProperties): TProperties =>
  Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => [name, Type.IsOptional(schema) ? notRequired(schema) : schema]),
  )

type Found = Readonly<Record<string, unknown>> & { readonly total: number }

const ANSWERS = {
  all: selectorAnswer<Found>,
  more: selectorPage<Found>,
  end: selectorEnd<Found>,
} as const satisfies Record<RowCount, unknown>

import type { Command } from '#kernel/engine/document/action/command.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { ActionOf } from '#kernel/engine/definition/definition.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import { openTask, type Query, taskOf } from './tasks.ts'

// How tests act: `company.as('in.finance').submit(schemeTermination, { … })`. Fields, options and actions are the definition's, so the
// compiler finds a misspelt one. What a test of refusals hands in wrongly on purpose goes by the plain call instead.

/** What every act on a document answers. */
export interface Acted {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly version: number
  readonly formInstanceId: string
}

type Typed<F extends Field> = F['kind'] extends 'integer'
  ? number
  : F extends Field<'choice', boolean, infer Option>
    ? Option
    : F['kind'] extends 'money' | 'decimal'
      ? string | number
      : string

type Values<T extends Fields> = { readonly [K in keyof T]?: Typed<T[K]> | null }

/** What a form of this document sends; a draft may leave out anything. */
export type ContentOf<D extends AnyDocument> = Values<D['fields']> & {
  readonly lines?: readonly Values<D['lines']>[]
  readonly files?: readonly string[]
}

export type Verb = 'approve' | 'reject' | 'return'
type Said = Partial<Omit<Command, 'action' | 'raw' | 'formInstanceId'>>

/** One account of the company. `Result` is how an act ends: as an answer of a call, or by the runner of actions, which throws. */
export interface Actor<Result> {
  save<D extends AnyDocument>(definition: D, content: ContentOf<D>, more?: Said): Promise<Result>
  submit<D extends AnyDocument>(definition: D, content: ContentOf<D>, more?: Said): Promise<Result>
  /** An act without content on a document of one's own: it is withdrawn, closed, its push is repeated. */
  act<D extends AnyDocument>(
    definition: D,
    action: ActionOf<D>,
    of: Pick<Acted, 'version'> & { readonly formInstanceId: string | null },
  ): Promise<Result>
  /** Decides by their task, with the content that they are shown. */
  decide(definition: AnyDocument, verb: Verb, formInstanceId: string, more?: Said): Promise<Result>
}

export type Perform<Result> = (
  account: string,
  definition: AnyDocument,
  command: Partial<Command> & Pick<Command, 'action'>,
) => Promise<Result>

export function actorOf<Result>(query: Query, perform: Perform<Result>, account: string): Actor<Result> {
  const withContent =
    (action: string) =>
    <D extends AnyDocument>(definition: D, content: ContentOf<D>, more: Said = {}) =>
      perform(account, definition, { action, ...more, raw: content })
  return {
    save: withContent('save'),
    submit: withContent('submit'),
    act: (definition, action, { formInstanceId, version }) =>
      perform(account, definition, { action, formInstanceId, version }),
    async decide(definition, verb, formInstanceId, more = {}) {
      const { taskId = '0', contentHash = null } = (await taskOf(query, formInstanceId, account)) ?? {}
      return perform(account, definition, {
        action: verb,
        formInstanceId,
        taskId,
        contentHash,
        opinion: 'Read and weighed',
        ...more,
      })
    },
  }
}

/** One decision by whoever is asked next. */
export async function decideNext<Result>(
  query: Query,
  perform: Perform<Result>,
  definition: AnyDocument,
  formInstanceId: string,
  verb: Verb = 'approve',
  more: Said = {},
): Promise<{ readonly by: string; readonly result: Result }> {
  const task = await openTask(query, formInstanceId)
  if (!task) throw new Error(`nobody is asked to decide on ${formInstanceId}`)
  const { account: by, taskId, contentHash } = task
  const command = { action: verb, formInstanceId, taskId, contentHash, opinion: 'Read and weighed', ...more }
  return { by, result: await perform(by, definition, command) }
}

const MOST_STEPS = 15

/** Everybody who is asked agrees, until it is over or refused; answers who did, and the last result. */
export async function agreeAll<Result>(
  query: Query,
  perform: Perform<Result>,
  goesOn: (result: Result) => boolean,
  definition: AnyDocument,
  formInstanceId: string,
): Promise<{ readonly people: string[]; readonly last: Result }> {
  const people: string[] = []
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { by, result } = await decideNext(query, perform, definition, formInstanceId)
    people.push(by)
    if (!goesOn(result)) return { people, last: result }
  }
  throw new Error(`the approval of ${formInstanceId} does not end`)
}

import type { Command } from '#kernel/engine/document/action/command.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { ActionOf, LineTable } from '#kernel/engine/definition/definition.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'

// How tests act: `company.as('in.finance').submit(schemeTermination, { … })`. Fields, options and actions are the definition's, so the
// compiler finds a misspelt one. What a test of refusals hands in wrongly on purpose goes by the plain call instead.

/** The answer of every act on a document. */
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

/** The content that a form of this document sends; a draft may leave out anything. */
export type ContentOf<D extends AnyDocument> = Values<D['fields']> & {
  readonly lines?: readonly Values<D['lines']>[]
  readonly files?: readonly string[]
} & TableContent<NonNullable<D['tables']>>

/** The rows of further tables; none where a document has none of its own names. */
type TableContent<T> = string extends keyof T
  ? object
  : { readonly [K in keyof T]?: readonly (T[K] extends LineTable<infer L> ? Values<L> : never)[] }

type Verb = 'approve' | 'reject' | 'return'
type Said = Partial<Omit<Command, 'action' | 'raw' | 'formInstanceId'>>

/** One account of the company. `Result` is how an act ends: as an answer of a call, or by the runner of actions, which throws. */
interface Actor<Result> {
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

type Perform<Result> = (
  account: string,
  definition: AnyDocument,
  command: Partial<Command> & Pick<Command, 'action'>,
) => Promise<Result>

function actorOf<Result>(tasks: Tasks, perform: Perform<Result>, account: string): Actor<Result> {
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
      const { taskId = '0', contentHash = null } = (await tasks.of(definition, formInstanceId, account)) ?? {}
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
async function decideNext<Result>(
  tasks: Tasks,
  perform: Perform<Result>,
  definition: AnyDocument,
  formInstanceId: string,
  verb: Verb = 'approve',
  more: Said = {},
): Promise<{ readonly by: string; readonly result: Result }> {
  const task = await tasks.open(definition, formInstanceId)
  if (!task) throw new Error(`nobody is asked to decide on ${formInstanceId}`)
  const { account: by, taskId, contentHash } = task
  const command = { action: verb, formInstanceId, taskId, contentHash, opinion: 'Read and weighed', ...more }
  return { by, result: await perform(by, definition, command) }
}

const MOST_STEPS = 15

/** Everybody who is asked agrees, until it is over or refused; answers who did, and the last result. */
async function agreeAll<Result>(
  tasks: Tasks,
  perform: Perform<Result>,
  goesOn: (result: Result) => boolean,
  definition: AnyDocument,
  formInstanceId: string,
): Promise<{ readonly people: string[]; readonly last: Result }> {
  const people: string[] = []
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { by, result } = await decideNext(tasks, perform, definition, formInstanceId)
    people.push(by)
    if (!goesOn(result)) return { people, last: result }
  }
  throw new Error(`the approval of ${formInstanceId} does not end`)
}

/** The acts of a test on documents of a company, by the server or by the calls of pages. */
export interface Acting<Result> {
  as(account: string): Actor<Result>
  /** The account that is asked to decide next. */
  asked(definition: AnyDocument, formInstanceId: string): Promise<string | undefined>
  /** One decision by whoever is asked next, and who that is. */
  decideNext(
    definition: AnyDocument,
    formInstanceId: string,
    verb?: Verb,
    more?: Parameters<Actor<Result>['decide']>[3],
  ): Promise<{ readonly by: string; readonly result: Result }>
  /** Everybody who is asked agrees, until it is over or refused. */
  agreeAll(
    definition: AnyDocument,
    formInstanceId: string,
  ): Promise<{ readonly people: string[]; readonly last: Result }>
}

export function actingBy<Result>(
  tasks: Tasks,
  perform: Perform<Result>,
  goesOn: (result: Result) => boolean,
): Acting<Result> {
  return {
    as: (account) => actorOf(tasks, perform, account),
    asked: async (definition, formInstanceId) => (await tasks.open(definition, formInstanceId))?.account,
    decideNext: (...given) => decideNext(tasks, perform, ...given),
    agreeAll: (...given) => agreeAll(tasks, perform, goesOn, ...given),
  }
}

/** Where an action of a document is called. */
export function callOf(definition: AnyDocument, action: string): string {
  // Actions that every type has are called by one address for all of them.
  if (action === 'return') return '/aps/bpm/task/return'
  return definition.calls?.[action] ?? `${definition.api}/${action}`
}

export type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>

/** Somebody is, or was, asked to decide on the content of this hash. */
export interface Task {
  readonly account: string
  readonly formInstanceId: string
  readonly taskId: string
  readonly contentHash: string
}

/** Fields of a call that decides by a task, besides the opinion. */
export const decisionBy = ({ formInstanceId, taskId, contentHash }: Task) => ({ formInstanceId, taskId, contentHash })

/** All tasks of a round in the order in which they were made, or those that are open. */
export function tasksOf(query: Query, formInstanceId: string, states?: readonly string[]): Promise<Task[]> {
  const [documentId, round] = formInstanceId.split('-')
  return query<Task>(
    `select u.account, $1 || '-' || $2 as "formInstanceId", t.id::text as "taskId", i.content_hash as "contentHash"
     from approval_task t join approval_instance i using (document_id, round) join app_user u on u.id = t.user_id
     where t.document_id = $1::bigint and t.round = $2::int and ($3::text[] is null or t.state = any ($3)) order by t.id`,
    [documentId, round, states ?? null],
  )
}

/** The task that is to be decided next: the first open one. */
export async function openTask(query: Query, formInstanceId: string): Promise<Task | undefined> {
  return (await tasksOf(query, formInstanceId, ['open']))[0]
}

/** The task that an account would decide by: its newest that is open, else one that waits, else the newest of all. */
export async function taskOf(query: Query, formInstanceId: string, account: string): Promise<Task | undefined> {
  for (const states of [['open'], ['waiting'], undefined]) {
    const own = (await tasksOf(query, formInstanceId, states)).findLast((task) => task.account === account)
    if (own) return own
  }
  return undefined
}

/** The people asked to decide: read in the database, or by the calls of pages where a test has no database. */
export interface Tasks {
  readonly open: (definition: AnyDocument, formInstanceId: string) => Promise<Task | undefined>
  readonly of: (definition: AnyDocument, formInstanceId: string, account: string) => Promise<Task | undefined>
}

export const tasksIn = (query: Query): Tasks => ({
  open: (_, formInstanceId) => openTask(query, formInstanceId),
  of: (_, formInstanceId, account) => taskOf(query, formInstanceId, account),
})

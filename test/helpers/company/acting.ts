import { randomUUID } from 'node:crypto'
import { type ActionAnswer, commandOf } from '#kernel/engine/document/action/command.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { type AnyDocument, serverDocumentOf } from '#kernel/engine/document/server-document.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'
import { type Acted, type Actor, actorOf, agreeAll, decideNext, type Perform, type Verb } from './actor.ts'
import type { Query } from './tasks.ts'

/** What a test does with documents of a company, whichever way its acts take. */
export interface Acting<Result> {
  as(account: string): Actor<Result>
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

function actingBy<Result>(query: Query, perform: Perform<Result>, goesOn: (result: Result) => boolean): Acting<Result> {
  return {
    as: (account) => actorOf(query, perform, account),
    decideNext: (...given) => decideNext(query, perform, ...given),
    agreeAll: (...given) => agreeAll(query, perform, goesOn, ...given),
  }
}

/** By the calls that pages make: an act ends as an answer, a refused one too. */
export function actingByCalls(query: Query, server: Pick<DemoServer, 'call'>): Acting<Answer<Acted>> {
  return actingBy(
    query,
    (account, definition, { action, raw, ...said }) => {
      const own = definition.calls?.[action] ?? `${definition.api}/${action}`
      // What every type has is called by one address for all of them.
      const path = action === 'return' ? '/aps/bpm/task/return' : own
      return server.call<Acted>(account, path, { ...raw, ...said }, 'en', randomUUID())
    },
    ({ status, data }) => status === 200 && data.state === 'underApproval',
  )
}

/** By the runner of actions, without a server: a refused act throws. */
export function actingByRunner(
  query: Query,
  runtime: Runtime,
  contextOf: (account: string) => Promise<RequestContext>,
): Acting<ActionAnswer> {
  return actingBy(
    query,
    async (account, definition, command) =>
      runAction(
        runtime,
        serverDocumentOf(definition),
        { ...(await contextOf(account)), idempotencyKey: randomUUID() },
        commandOf(command),
      ),
    ({ state }) => state === 'underApproval',
  )
}

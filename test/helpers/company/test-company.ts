import { randomUUID } from 'node:crypto'
import { type ActionAnswer, commandOf } from '#kernel/engine/document/action/command.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { serverDocumentOf } from '#kernel/engine/document/server-document.ts'
import { type Answer, demoDatabase, type DemoServer, demoServer } from '../servers/demo-server.ts'
import { type Acted, type Acting, actingBy, callOf, type Query, tasksIn } from './actor.ts'

/** The demonstration company at the moment of the tests, its people and what they do by the calls of the product. */
export interface TestCompany extends Acting<Answer<Acted>> {
  readonly server: DemoServer
  readonly query: Query
  readonly close: () => Promise<void>
}

/** The company on a server that a test has already. */
export function companyOn(server: DemoServer): TestCompany {
  const query = <T>(text: string, values?: unknown[]) => server.query<T>(text, values)
  return { ...actingByCalls(query, server), server, query, close: () => server.close() }
}

/** The company with a database and a server of its own. */
export async function testCompany(environment?: Readonly<Record<string, string>>): Promise<TestCompany> {
  return companyOn(await demoServer(await demoDatabase(), environment))
}

/** By the calls that pages make: an act ends as an answer, a refused one too. */
export function actingByCalls(query: Query, server: Pick<DemoServer, 'call'>): Acting<Answer<Acted>> {
  return actingBy(
    tasksIn(query),
    (account, definition, { action, raw, ...said }) =>
      server.call<Acted>(account, callOf(definition, action), { ...raw, ...said }, 'en', randomUUID()),
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
    tasksIn(query),
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

import { randomUUID } from 'node:crypto'
import type { World } from '../budget/budget-world.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'

/** The answer to an act on a document. */
export interface Acted {
  readonly no: string
  readonly state: string
  readonly formInstanceId: string
}

/** The current assignee decides, until no task is left or the decision is refused. */
export async function agreedIn(
  world: Pick<World, 'query'>,
  server: Pick<DemoServer, 'call'>,
  api: string,
  formInstanceId: string,
): Promise<{ last: Answer<Acted>; people: string[] }> {
  const people: string[] = []
  for (;;) {
    const [task] = await world.query<{ id: string; account: string }>(
      `select t.id, u.account from approval_task t join app_user u on u.id = t.user_id
       where t.document_id = $1 and t.state = 'open' order by t.id limit 1`,
      [formInstanceId.split('-')[0]],
    )
    const { account } = task!
    const { data } = await server.call<{ contentHash: string }>(account, `${api}/detail`, { formInstanceId })
    const body = { formInstanceId, taskId: task!.id, contentHash: data.contentHash, opinion: 'Seen' }
    const last = await server.call<Acted>(account, `${api}/approve`, body, 'en', randomUUID())
    people.push(account)
    if (last.status !== 200 || last.data.state !== 'underApproval') return { last, people }
  }
}

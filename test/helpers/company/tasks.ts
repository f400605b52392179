export type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>

/** Somebody is, or was, asked to decide on the content of this hash. */
export interface Task {
  readonly account: string
  readonly formInstanceId: string
  readonly taskId: string
  readonly contentHash: string
}

/** What a call that decides by a task carries, beside the opinion. */
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

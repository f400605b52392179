import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Cast } from './schemes.ts'

/** Every assignee agrees, to the end. */
export async function agreed(
  { cast, next }: { readonly cast: Cast; readonly next: () => Date },
  answer: ActionAnswer,
  document: ServerDocument,
): Promise<void> {
  let now = answer
  while (now.state === 'underApproval') {
    const task = await cast.task(now.id)
    if (!task) throw new Error(`nobody decides on ${now.no}`)
    now = await cast.act(
      task.userId,
      next(),
      {
        action: 'approve',
        formInstanceId: now.formInstanceId,
        taskId: task.taskId,
        contentHash: task.contentHash,
        opinion: 'Agreed',
      },
      document,
    )
  }
}

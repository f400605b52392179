import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Verb } from '#kernel/engine/approval/approval-wire.ts'
import { type CallOptions, post } from './api.ts'
import { documentApi, type DocumentDetail, type NextTask } from './document-api.ts'

/** One act as its dialog was filled in. */
export interface ActInput {
  readonly verb: Exclude<Verb, 'retry' | 'close'>
  readonly opinion: string
  /** Accounts. */
  readonly people?: readonly string[]
  readonly position?: 'before' | 'after'
  /** Task of the signer who is taken back. */
  readonly signerTask?: string
  /** Key of the step to return to; null is the drafter. */
  readonly toStep?: string | null
  /** Keys of uploaded files. */
  readonly files?: readonly string[]
  /** Who decides steps ahead, by the step's key. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>
  /** Lines of which less is agreed to, and why. */
  readonly less?: {
    readonly reason: string
    readonly lines: readonly { readonly line: number; readonly amount: string }[]
  }
}

interface ActAnswer {
  readonly nextTask?: NextTask | null
}

/** Where each verb of every document type is called; agree, reject and withdraw are the document's own calls. */
const PATHS = {
  return: '/aps/bpm/task/return',
  transfer: '/aps/bpm/task/transfer',
  delegate: '/aps/bpm/task/delegate',
  answer: '/aps/bpm/task/answer',
  addSigner: '/aps/bpm/task/add-signer',
  removeSigner: '/aps/bpm/task/remove-signer',
  comment: '/aps/bpm/task/comment',
  urge: '/aps/bpm/task/urge',
  terminate: '/aps/bpm/task/terminate',
} as const

/** Sends an act on what is shown; answers the task that waits after it. */
export async function sendAct(
  definition: AnyDefinition,
  { document, approval, contentHash }: DocumentDetail,
  input: ActInput,
  idempotencyKey: string,
): Promise<NextTask | null> {
  const { verb, opinion, people, position, signerTask, toStep, files, chosen, less } = input
  const options: CallOptions = { idempotencyKey, handles: true }
  const formInstanceId = approval?.formInstanceId ?? ''
  const taskId = signerTask ?? approval?.myTask?.taskId
  const shared = { ...(files?.length ? { files } : {}), ...(chosen ? { chosen } : {}) }
  if (verb === 'approve' || verb === 'reject') {
    const body = {
      formInstanceId,
      taskId: taskId ?? '',
      contentHash: contentHash ?? '',
      opinion,
      ...shared,
      ...(less ? { less } : {}),
    }
    return (await documentApi(definition).decide(verb, body, options)).nextTask
  }
  if (verb === 'withdraw') {
    const body = { formInstanceId, version: document.version, ...(opinion ? { opinion } : {}) }
    await documentApi(definition).withdraw(body, options)
    return null
  }
  if (verb === 'circulate') {
    await post('/aps/common/flow/circulate', { formInstanceId, people, message: opinion }, options)
    return null
  }
  const body = {
    formInstanceId,
    ...(taskId ? { taskId } : {}),
    ...(contentHash ? { contentHash } : {}),
    opinion,
    ...(people ? { people } : {}),
    ...(position ? { position } : {}),
    ...(toStep === undefined ? {} : { toStep }),
    ...shared,
  }
  return (await post<ActAnswer>(PATHS[verb], body, options)).nextTask ?? null
}

/** Says that the page was looked at: marks a copy as read and notes what was seen. */
export function noteLook(formInstanceId: string): void {
  // Nobody waits for it, and a failure changes nothing that is on screen.
  post('/aps/bpm/look', { formInstanceId }, { handles: true }).catch(() => undefined)
}

/** Keeps what is written of an opinion, for the reader's other devices; '' forgets it. */
export function keepOpinion(formInstanceId: string, opinion: string, signal: AbortSignal): void {
  const variables = { opinion: opinion === '' ? null : opinion }
  // The browser has it too; a failure changes nothing that is on screen.
  post('/aps/bpm/instance/temp/var/update', { formInstanceId, variables }, { handles: true, signal }).catch(
    () => undefined,
  )
}

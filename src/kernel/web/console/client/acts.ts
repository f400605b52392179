import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Verb } from '#kernel/engine/approval/approval-wire.ts'
import { type CallOptions, post } from './api.ts'
import { documentApi, type DocumentDetail, type NextTask } from './document-api.ts'

/** The input of one act. */
export interface ActInput {
  readonly verb: Exclude<Verb, 'retry' | 'close'>
  readonly opinion: string
  /** Accounts. */
  readonly people?: readonly string[]
  readonly position?: 'before' | 'after'
  /** Task of the signer to remove. */
  readonly signerTask?: string
  /** Key of the step to return to; null means the drafter. */
  readonly toStep?: string | null
  /** Keys of uploaded files. */
  readonly files?: readonly string[]
  /** People for steps ahead, by the step's key. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>
  /** Reduced lines, and the reason. */
  readonly less?: {
    readonly reason: string
    readonly lines: readonly { readonly line: number; readonly amount: string }[]
  }
}

interface ActAnswer {
  readonly nextTask?: NextTask | null
}

/** Addresses of verbs common to all document types; agree, reject and withdraw are the document's own calls. */
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

/** Sends an act on the displayed content; returns the next waiting task. */
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

/** Reports that the page was viewed: marks a copy as read and records what was seen. */
export function noteLook(formInstanceId: string): void {
  // Not awaited; a failure changes nothing on screen.
  post('/aps/bpm/look', { formInstanceId }, { handles: true }).catch(() => undefined)
}

/** Stores an unsent opinion for the reader's other devices; '' deletes it. */
export function keepOpinion(formInstanceId: string, opinion: string, signal: AbortSignal): void {
  const variables = { opinion: opinion === '' ? null : opinion }
  // The browser has it too; a failure changes nothing on screen.
  post('/aps/bpm/instance/temp/var/update', { formInstanceId, variables }, { handles: true, signal }).catch(
    () => undefined,
  )
}

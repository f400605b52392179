import { randomUUID } from 'node:crypto'
import type { ApprovalView } from '#kernel/engine/approval/approval-wire.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { call as send, signIn, type SignedIn } from '#kernel/testing/browser.ts'
import { type Acted, type Acting, actingBy, callOf, type Task } from './actor.ts'

/** The company on a server that runs elsewhere, reached as people reach it: by signing in and by calls. A refused call throws. */
export interface RunningCompany extends Acting<Acted> {
  /** The data of an answer; without a body it is a reading call. */
  call<T>(account: string, path: string, body?: object): Promise<T>
  upload<T>(account: string, path: string, form: FormData): Promise<T>
}

interface Detail {
  readonly approval: ApprovalView | null
  readonly contentHash: string
}
type Envelope<T> = { readonly data: T; readonly msg: string }

/** Reads every document, and so knows who is asked about it. */
const READER = 'admin'

const companies = new Map<string, RunningCompany>()

export function companyAt(origin: string): RunningCompany {
  const company = companies.get(origin) ?? companyOf(origin)
  companies.set(origin, company)
  return company
}

function companyOf(origin: string): RunningCompany {
  const sessions = new Map<string, Promise<SignedIn>>()
  function sessionOf(account: string): Promise<SignedIn> {
    const session = sessions.get(account) ?? signIn(origin, account)
    sessions.set(account, session)
    return session
  }
  async function call<T>(account: string, path: string, body?: object): Promise<T> {
    const headers = { 'idempotency-key': randomUUID() }
    const { status, body: answer } = await send<Envelope<T>>(origin, path, {
      session: await sessionOf(account),
      body,
      headers,
    })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${answer.msg}`)
    return answer.data
  }
  async function tasksOf({ api }: AnyDocument, formInstanceId: string): Promise<(Task & { state: string })[]> {
    const { approval, contentHash } = await call<Detail>(READER, `${api}/detail`, { formInstanceId })
    return (approval?.steps ?? []).flatMap(({ tasks }) =>
      tasks.map(({ taskId, state, holder: { account } }) => ({ account, formInstanceId, taskId, contentHash, state })),
    )
  }
  const open = async (definition: AnyDocument, formInstanceId: string) =>
    (await tasksOf(definition, formInstanceId)).filter(({ state }) => state === 'open')
  const tasks = {
    open: async (definition: AnyDocument, formInstanceId: string) => (await open(definition, formInstanceId))[0],
    of: async (definition: AnyDocument, formInstanceId: string, by: string) =>
      (await open(definition, formInstanceId)).find(({ account }) => account === by),
  }
  return {
    ...actingBy<Acted>(
      tasks,
      (account, definition, { action, raw, ...said }) => call(account, callOf(definition, action), { ...raw, ...said }),
      ({ state }) => state === 'underApproval',
    ),
    call,
    async upload<T>(account: string, path: string, form: FormData) {
      const { token, csrfToken } = await sessionOf(account)
      const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': csrfToken }
      const answer = await fetch(origin + path, { method: 'POST', headers, body: form })
      return ((await answer.json()) as Envelope<T>).data
    },
  }
}

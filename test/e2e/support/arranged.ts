import { randomUUID } from 'node:crypto'
import { call, signIn, type SignedIn } from '#kernel/testing/browser.ts'
import { type Application, COUNTRY, fscOf, YEAR } from './application.ts'

/** Data that a test needs when it begins, made by the product's own calls. */
export interface Arranged {
  readonly no: string
  readonly formInstanceId: string
}

const sessions = new Map<string, Promise<SignedIn>>()

export function sessionOf(origin: string, account: string): Promise<SignedIn> {
  const key = `${origin} ${account}`
  const session = sessions.get(key) ?? signIn(origin, account)
  sessions.set(key, session)
  return session
}

export async function callAs<T>(origin: string, account: string, path: string, body: unknown): Promise<T> {
  const session = await sessionOf(origin, account)
  const answer = await call<{ data: T; msg: string }>(origin, path, {
    session,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.msg}`)
  return answer.body.data
}

interface AreaOption {
  readonly areaId: string
  readonly currency: string
}

export async function inputOf(origin: string, application: Application) {
  const [area] = await callAs<AreaOption[]>(origin, 'in.channel', '/aps/area', { templateCode: 'country_budget' })
  if (!area) throw new Error('in.channel has no area')
  return {
    applyType: 'grant',
    idcCode: COUNTRY,
    areaId: area.areaId,
    year: Number(YEAR),
    month: Number(application.month),
    budgetDeptCode: application.department,
    projectPoolCode: application.pool,
    productClass: 'phone',
    currency: area.currency,
    regionCode: null,
    reason: application.reason,
    source: 'typed',
    lines: application.lines.map((line) => ({
      countryCode: COUNTRY,
      projectCode: line.project,
      fscId: fscOf(line),
      subBusiCode: line.businessType,
      productLineCode: line.productLine,
      amount: line.amount,
      budgetCode: null,
      remark: line.remark ?? null,
    })),
  }
}

/** A grant of in.channel that waits for in.manager. */
export async function submittedGrant(origin: string, application: Application): Promise<Arranged> {
  return callAs(origin, 'in.channel', '/aps/budget/country/bpm/template-code', await inputOf(origin, application))
}

/** A draft of in.channel. */
export async function savedDraft(origin: string, application: Application) {
  const input = await inputOf(origin, application)
  const saved = await callAs<{ id: string; no: string; version: number }>(
    origin,
    'in.channel',
    '/aps/budget/country/save',
    input,
  )
  return { ...saved, input }
}

import { expect } from 'vitest'
import { deviceTransfer } from '#areas/device/transfer/device-transfer.doc.ts'
import { transferWork } from '#areas/device/transfer/transfer.work.ts'
import { imeiCheckDigit } from '#areas/device/imei.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { type WorkServices, workServices } from '#kernel/platform/jobs/area-work.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { companyOn } from '#test/helpers/company/test-company.ts'
import { makeDevice, sellIn } from '#test/helpers/scheme/device-moves.ts'
import { demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'

export interface Counts {
  readonly total: number
  readonly good: number
  readonly failed: number
  readonly done: number
}

export interface Item {
  readonly no: number
  readonly number: string
  readonly state: string
  readonly reason: string | null
  readonly detail: string | null
  readonly group: string | null
}

type Rows = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>

/** Of the first distributor of India, whose people have an account (`in.dist`); another distributor, and one of Indonesia. */
export const [GIVER, OTHER, ABROAD] = ['C-IN-0001', 'C-IN-0002', 'C-ID-0001'] as const

export const headerOf = (more: object = {}) => ({
  idcCode: 'IN',
  areaId: INDIA.areaId,
  toIdcCode: 'IN',
  toAreaId: INDIA.areaId,
  fromCustomer: GIVER,
  toCustomer: OTHER,
  reason: 'Stock is needed elsewhere',
  lines: [],
  ...more,
})

/** The demonstration company with calls, a worker's pool and devices of its own. */
export async function transferWorld() {
  const databaseUrl = await demoDatabase()
  const company = companyOn(await demoServer(databaseUrl))
  const pool = createPool({ databaseUrl, max: 4, name: 'transfers' })
  const query: Rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows
  const database = { query }
  const [dealer] = await query<{ code: string }>(
    `select min(code) as code from customer where parent_code = $1 and kind = 'dealer' and state = 'enabled'`,
    [GIVER],
  )
  let serial = 0
  const models = new Map<string, readonly string[]>()

  const raw = (account: string, path: string, body: object) => company.server.call<never>(account, path, body)
  const call = async <T>(path: string, body: object, account = 'admin'): Promise<T> => {
    const { data, msg, status } = await company.server.call<T>(account, path, body)
    expect([path, status, msg]).toEqual([path, 200, 'success'])
    return data
  }

  /** Units that a customer has got by an invoice; answers their IMEIs. */
  async function units(count: number, customer: string = GIVER, sku?: string): Promise<string[]> {
    const [found] = await query<{ code: string; spu: string }>(
      `select code, spu_code as spu from sku where enabled and ($1::text is null or code = $1) order by code`,
      [sku ?? null],
    )
    const { code, spu } = found!
    // Numbers of the demonstration's models begin otherwise.
    const tacs = [0, 1].map((which) => String(99_000_000 + 2 * models.size + which))
    if (!models.has(spu)) {
      models.set(spu, tacs)
      await query('insert into device_tac (tac, spu_code) select *, $2 from unnest($1::text[])', [tacs, spu])
    }
    const made: string[] = []
    for (let index = 0; index < count; index += 1) {
      serial += 1
      const [imei, imei2] = models.get(spu)!.map((tac) => {
        const fourteen = `${tac}${String(serial).padStart(6, '0')}`
        return fourteen + imeiCheckDigit(fourteen)
      }) as [string, string]
      const id = await makeDevice(
        database,
        { imei1: imei, imei2, sn: `TW${String(serial).padStart(8, '0')}`, sku: code },
        '2026-08-01T00:00:00Z',
      )
      await sellIn(database, id, customer, '2026-09-01T00:00:00Z', 'INR')
      made.push(imei)
    }
    return made
  }

  async function draft(header: object, text: string, account = 'admin') {
    const { id, no } = await call<{ id: string; no: string }>(`${deviceTransfer.api}/save`, header, account)
    const added = await call<{ added: number; repeated: number; counts: Counts }>(
      '/aps/gs/imei/add',
      { id, text },
      account,
    )
    return { id, no, added }
  }

  const submit = (id: string, header: object, account = 'admin', version = 1) =>
    company.server.call<{ id: string; no: string; formInstanceId: string; state: string }>(
      account,
      `${deviceTransfer.api}/submit`,
      { id, version, ...header },
    )

  /** Agrees until it is over; whoever confirms the receipt says first what arrived. Answers who agreed. */
  async function agreed(formInstanceId: string, arrived: object = { all: true }): Promise<string[]> {
    const people: string[] = []
    for (;;) {
      const by = await company.asked(deviceTransfer, formInstanceId)
      if (by === undefined) return people
      people.push(by)
      const first = await company.decideNext(deviceTransfer, formInstanceId)
      if (first.result.error?.key !== 'device.arrivalMissing') continue
      await call('/aps/gs/transfer/arrived', { formInstanceId, ...arrived }, by)
      await company.decideNext(deviceTransfer, formInstanceId)
    }
  }

  /** A transfer from numbers to its last approval. */
  async function approved(text: string, header: object = headerOf(), arrived?: object) {
    const { id, no } = await draft(header, text)
    const answer = await submit(id, header)
    expect([answer.status, answer.msg]).toEqual([200, 'success'])
    const { formInstanceId } = answer.data
    return { id, no, formInstanceId, people: await agreed(formInstanceId, arrived) }
  }

  async function workedOff(services: WorkServices = workServices(pool, productNow)): Promise<void> {
    while (await transferWork.run(services, new AbortController().signal));
  }

  const failed = async (id: string, account = 'admin') =>
    (await call<{ records: Item[] }>('/aps/gs/transfer/imei/fail/list', { id, limit: 1000 }, account)).records

  return {
    databaseUrl,
    company,
    pool,
    /** Who buys from the giver. */
    dealer: dealer!.code,
    query,
    database,
    raw,
    call,
    units,
    draft,
    submit,
    agreed,
    approved,
    workedOff,
    failed,
    reasons: async (id: string, account?: string) => (await failed(id, account)).map(({ reason }) => reason),
    services: workServices(pool, productNow),
    stateOf: async (id: string) => {
      const [row] = await query<{ state: string; good: number; done: number; failed: number }>(
        `select t.state, c.good, c.done, c.failed from device_transfer t join document_items c on c.document_type = 'deviceTransfer' and c.document_id = t.id and c.round = t.round
         where t.id = $1`,
        [id],
      )
      return row!
    },
    /** How many devices the document has locked. */
    locks: async (id: string) => {
      const [row] = await query<{ n: number }>('select count(*)::int as n from device_hold where document_id = $1', [
        id,
      ])
      return row!.n
    },
    /** Where devices are now: the customer, the form and the event that brought them there. */
    places: (imeis: readonly string[]) =>
      query<{ customer: string; form: string; event: string }>(
        `select p.customer_code as customer, h.form, h.event from unnest($1::text[]) with ordinality g (imei, n) join device_number d on d.number = g.imei
         join device_holding h on h.device_id = d.device_id join device_place p on p.id = h.place_id order by g.n`,
        [imeis],
      ),
    close: () => pool.end(),
  }
}

export type TransferWorld = Awaited<ReturnType<typeof transferWorld>>

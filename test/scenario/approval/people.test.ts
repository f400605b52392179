import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { person } from '#areas/personnel/records/person.record.ts'
import { storeAssignment } from '#areas/personnel/records/store-assignment.record.ts'
import {
  ADMIN,
  type Detail,
  type Found,
  inputOf,
  type RecordWorld,
  recordWorld,
  type Row,
} from '#test/helpers/record-world.ts'

// People of the field: one store at a time, and none after they left.

let its: RecordWorld
let people = 0

beforeAll(async () => {
  its = await recordWorld()
})

afterAll(() => its?.close())

const DAY_MS = 86_400_000
const day = (away: number): string => new Date(productNow().getTime() + away * DAY_MS).toISOString().slice(0, 10)

async function promoter(): Promise<Row> {
  people += 1
  const values = inputOf(person, { code: `E8000${people}`, employedOn: '2025-01-01' })
  const { data, msg } = await its.call<Detail>(ADMIN, person, 'create', { values })
  expect(data, msg).toBeTruthy()
  return data.record
}

const assign = (of: Row, fromDay: string, toDay: string | null, storeCode = 'ST-IN-0011') =>
  its.call<Detail>(ADMIN, storeAssignment, 'create', {
    values: { code: null, personCode: of.values['code'], storeCode, fromDay, toDay, note: null },
  })

const assignments = async (of: Row): Promise<readonly Row[]> =>
  (
    await its.call<Found>(ADMIN, storeAssignment, 'queryPage', {
      personCode: [of.values['code']],
      sort: ['fromDay'],
    })
  ).data.records

const change = (row: Row, values: object) =>
  its.call<Detail>(ADMIN, person, 'update', { id: row.id, version: row.version, values: { ...row.values, ...values } })

it('a person is assigned to one store at a time, also when two assignments are made at the same moment', async () => {
  const row = await promoter()
  expect((await assign(row, '2025-02-01', '2025-03-31')).status).toBe(200)
  const over = await assign(row, '2025-03-31', null, 'ST-IN-0012')
  expect([over.status, over.error, over.msg]).toEqual([
    409,
    expect.objectContaining({ key: 'personnel.overlaps', field: 'fromDay' }),
    'One store at a time: assigned to ST-IN-0011 from 2025-02-01 to 2025-03-31',
  ])
  const races = await Promise.all(
    ['ST-IN-0012', 'ST-IN-0013', 'ST-IN-0014'].map((at) => assign(row, '2025-04-01', null, at)),
  )
  // One succeeds; the others are told so, or, after a deadlock, told to try again.
  expect(races.filter(({ status }) => status === 200)).toHaveLength(1)
  const told = races.flatMap(({ error }) => error?.key ?? [])
  expect(told).toHaveLength(2)
  expect(told.filter((key) => key !== 'personnel.overlaps' && key !== 'http.busy')).toEqual([])
  expect((await assign(row, '2024-12-31', '2025-01-05')).error?.key).toBe('personnel.notEmployed')
  const [, open] = await assignments(row)
  const ended = { ...open!.values, toDay: '2025-05-31' }
  expect((await its.call(ADMIN, storeAssignment, 'update', { id: open!.id, version: 1, values: ended })).status).toBe(
    200,
  )
  expect((await assign(row, '2025-06-01', null, 'ST-IN-0015')).status).toBe(200)
})

it('a resignation ends the open store assignment and disables the person on its day', async () => {
  const row = await promoter()
  await assign(row, '2025-02-01', null)
  const later = await change(row, { resignedOn: day(10) })
  expect(later.data.record).toMatchObject({ state: 'enabled', values: { resignedOn: day(10) } })
  expect((await assignments(row)).map(({ values }) => values['toDay'])).toEqual([day(10)])
  const gone = await change(later.data.record, { resignedOn: day(-3) })
  expect(gone.status).toBe(200)
  const { data } = await its.call<Detail>(ADMIN, person, 'detail', { id: row.id })
  expect(data.record.state).toBe('disabled')
  const [ended] = await assignments(row)
  expect(ended?.values['toDay']).toBe(day(-3))
  const history = await its.call<{ records: readonly { act: string }[] }>(ADMIN, storeAssignment, 'history', {
    id: ended?.id ?? '',
  })
  expect(history.data.records.map(({ act }) => act)).toEqual(['update', 'update', 'create'])
  const back = await its.call(ADMIN, person, 'enable', { id: row.id, version: data.record.version })
  expect([back.status, back.error?.key]).toEqual([409, 'personnel.resigned'])
  expect((await assign(row, day(-2), null)).status).toBe(400)
})

it("a person who resigns today is disabled when that day has begun in the zone of the editor's organisation", async () => {
  const today = productNow().toISOString().slice(0, 10)
  expect(dayIn('UTC-12:00', productNow()) < today).toBe(true)
  const [row, other] = [await promoter(), await promoter()]
  const [home] = await its.server.query<{ timezone: string }>(
    `select timezone from organisation where type = 'headquarters'`,
  )
  const moveTo = (timezone: string) =>
    its.server.query(`update organisation set timezone = $1 where type = 'headquarters'`, [timezone])
  await moveTo('UTC-12:00')
  try {
    expect((await change(row, { resignedOn: today })).data.record.state).toBe('enabled')
  } finally {
    await moveTo(home!.timezone)
  }
  await change(other, { resignedOn: today })
  const { data } = await its.call<Detail>(ADMIN, person, 'detail', { id: other.id })
  expect(data.record.state).toBe('disabled')
})

it('a resignation before a future store assignment is refused', async () => {
  const row = await promoter()
  await assign(row, day(30), null)
  const refused = await change(row, { resignedOn: day(5) })
  expect([refused.status, refused.error]).toEqual([
    409,
    expect.objectContaining({ key: 'personnel.assignedOutside', field: 'resignedOn' }),
  ])
})

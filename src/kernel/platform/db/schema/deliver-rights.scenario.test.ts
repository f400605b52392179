import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type DeliveredRight, deliverRights, parseRights, readDeliveredRights } from './deliver-rights.ts'

let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
})

afterAll(() => client?.end())

const rightsOf = async (role: string) =>
  (await client.query<{ code: string }>('select right_code as code from role_right where role_code = $1', [role])).rows
    .map(({ code }) => code)
    .toSorted()
const epoch = async () => (await client.query<{ epoch: string }>('select epoch from access_epoch')).rows[0]?.epoch

const delivered = [...readDeliveredRights().values()].flat()
const deliveredTo = (role: string, rights: readonly DeliveredRight[]) =>
  rights
    .filter(({ roles }) => roles.includes(role))
    .map(({ right }) => right)
    .toSorted()

it('a line of delivered rights names a right and, after a tab, its roles', () => {
  expect(parseRights('# what\na.b\tmanager rsd\r\nc.d\t\n')).toEqual([
    { right: 'a.b', roles: ['manager', 'rsd'] },
    { right: 'c.d', roles: [] },
  ])
})

it('a new database has the delivered rights in its delivered roles', async () => {
  expect(await rightsOf('countryFinance')).toEqual(deliveredTo('countryFinance', delivered))
  expect(await rightsOf('superAdmin')).toEqual([])
})

it('a release gives delivered roles only rights that are new to the database', async () => {
  // Published by two people: the manager lost one right and got another.
  await client.query(`delete from role_right where role_code = 'manager' and right_code = 'budget.country.approve'`)
  await client.query(`insert into role_right (role_code, right_code) values ('manager', 'budget.country.submit')`)
  await client.query(`delete from role where code = 'legal' and not exists (select from user_role where role_code = 'legal')
    and not exists (select from role_right where role_code = 'legal')`)
  const published = await rightsOf('manager')
  const release = [...delivered, { right: 'order.head.view', roles: ['manager', 'rsd', 'aRoleThatIsGone'] }]
  await deliverRights(client, release)
  expect(await rightsOf('manager')).toEqual([...published, 'order.head.view'].toSorted())
  expect(await rightsOf('rsd')).toEqual([...deliveredTo('rsd', delivered), 'order.head.view'].toSorted())
})

it('a repeated release does not restore rights that people removed since', async () => {
  await client.query(`delete from role_right where right_code = 'order.head.view' and role_code = 'rsd'`)
  const before = await epoch()
  await deliverRights(client, [...delivered, { right: 'order.head.view', roles: ['manager', 'rsd'] }])
  expect(await rightsOf('rsd')).not.toContain('order.head.view')
  expect(await epoch()).toBe(before)
})

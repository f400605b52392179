import { expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, worldOn } from '#test/helpers/budget/budget-world.ts'

/** A table of budgets so large that a plan for one line is estimated much cheaper than a plan for any number of lines. */
const MANY_BUDGETS = `
  insert into budget_line (scope_id, area_id, year, month, project_pool_code, budget_dept_code, product_class, currency,
    country_code, project_code, fsc_id, sub_busi_code, product_line_code)
  select a.organisation_id, a.id, 2026, 1 + n % 12, 'POOL-A', 'D01', 'phone', 'INR', 'IN', 'PR-' || n, 'F01', 'S01', 'P1'
  from area a, generate_series(10, 6000) n where a.id = 2`

/** PostgreSQL plans a prepared statement for its values five times before it compares that with a plan that is kept. */
const PLANNED_FOR_VALUES = 5

it('PostgreSQL keeps the plan of every statement of a submit and an approval, whatever the number of lines', async () => {
  const url = await testDatabase()
  const company = await budgetWorld(url, '1000000.00', 2)
  // Their plans are those of one connection.
  const pool = createPool({ databaseUrl: url, max: 1, name: 'plans test' })
  const world = worldOn(pool)
  const fromStartToEnd = async (count: number) => {
    const lines = Array.from({ length: count }, (_, index) => ({
      amount: '10.00',
      subBusiCode: index % 2 === 0 ? 'S01' : 'S02',
      projectCode: index < 2 ? 'PR-1' : 'PR-2',
    }))
    const { formInstanceId } = await company.submit('in.channel', lines, { month: 1 + (count % 12) })
    await company.approveAll(formInstanceId!)
    const again = await world.submit('in.channel', lines, { month: 1 + (count % 12), projectPoolCode: 'POOL-B' })
    await world.approveAll(again.formInstanceId!)
  }
  await pool.query(MANY_BUDGETS)
  await fromStartToEnd(3)
  await pool.query('analyze')
  for (const count of [1, 2, 3, 4, 1, 2, 3, 4, 2]) await fromStartToEnd(count)
  const { rows } = await pool.query<{ name: string; custom: string; generic: string }>(
    `select name, custom_plans as custom, generic_plans as generic from pg_prepared_statements where custom_plans + generic_plans > $1`,
    [PLANNED_FOR_VALUES],
  )
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['budget.lines-by-content', 'approval.route-people', 'approval.tasks', 'ledger.post']),
  )
  expect(rows.filter(({ custom }) => Number(custom) > PLANNED_FOR_VALUES).map(({ name }) => name)).toEqual([])
  await pool.end()
  await company.close()
})

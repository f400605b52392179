import { productNow } from '#kernel/base/clock/clock.ts'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { atRest, importOf } from './imported.ts'

const ACCOUNT = 'in.channel'
const HEAD =
  'Month,Project pool,Budget department,Product category,Country,Project,Business type,Sub business,Product line,Application amount,Remark'

/** Rows of a plan of India: some hundred budgets of a quarter, a few of them wrong. `mark` keeps two plans apart. */
export function planFile(mark: string): string {
  const rows = ['PP01', 'PP03'].flatMap((pool) =>
    [1, 2, 3].flatMap((month) =>
      ['PJ-IN-01', 'PJ-IN-02'].flatMap((project) =>
        ['PH10', 'PH20', 'PH30'].map(
          (line) => `${month},${pool},BD01,phone,IN,${project},FSC1001,S0101,${line},250000,${mark}`,
        ),
      ),
    ),
  )
  const wrong = [
    `13,PP01,BD01,phone,IN,PJ-IN-01,FSC1001,S0101,PH20,1000,${mark}`,
    `2,PP99,BD01,phone,IN,PJ-IN-01,FSC1001,S0101,PH20,1000,${mark}`,
    `2,PP01,BD01,phone,IN,PJ-IN-01,FSC1001,S0101,PH20,a lot,${mark}`,
  ]
  return [HEAD, ...rows, ...wrong].join('\n')
}

let run: Promise<ImportRunView> | undefined

/** A plan that was read: most rows are good, three are not. */
function plannedRun(origin: string): Promise<ImportRunView> {
  run ??= importOf(origin, ACCOUNT, 'budget-year-plan', planFile('Trade marketing'), {
    idcCode: 'IN',
    year: productNow().getUTCFullYear() + 2,
    applyType: 'grant',
    reason: 'Plan of the first quarter',
  })
  return run
}

let made: Promise<ImportRunView> | undefined

/** Another whose good rows were written. */
function writtenPlan(origin: string): Promise<ImportRunView> {
  made ??= importOf(origin, ACCOUNT, 'budget-year-plan', planFile('Retail'), {
    idcCode: 'IN',
    year: productNow().getUTCFullYear() + 3,
    applyType: 'grant',
    reason: 'Plan of the first quarter',
  }).then(async (read) => {
    const { importId, version } = read
    await companyAt(origin).call(ACCOUNT, '/aps/import/run', { importId, version, mode: 'good' })
    return atRest(origin, ACCOUNT, importId)
  })
  return made
}

type Desk<T> = (name: string, account: string, address: (origin: string) => Promise<string>, settled: string) => T

const runPage = (of: (origin: string) => Promise<ImportRunView>) => async (origin: string) =>
  `/imports/run?id=${(await of(origin)).importId}`

/** The page of plans, a plan that was read, and one that became documents. */
export function planPictures<T>(desk: Desk<T>): readonly T[] {
  return [
    desk('year-plan', ACCOUNT, async () => '/budget/pc/plan/import', '.year-plan-begin'),
    desk('year-plan-run', ACCOUNT, runPage(plannedRun), '.import-documents tbody tr'),
    desk('year-plan-made', ACCOUNT, runPage(writtenPlan), '.import-made a'),
  ]
}

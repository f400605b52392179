import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { budgetTransferDocument } from '../transfer/budget-transfer.plans.ts'
import { countryBudgetDocument } from '../country-budget/country-budget.plans.ts'
import { poolBudgetDocument } from '../pool/pool-budget.plans.ts'
import { Actors } from './actors.ts'
import { type Catalogue, type Shared, SIZE } from './catalogue.ts'
import { decided } from './transfers.ts'
import { localDate } from './working-hours.ts'

const MINUTE = 60_000
/** More than any route has steps. */
const ALL = 9

interface Levels {
  readonly pool: TransactionPool
  readonly areas: readonly Catalogue[]
  readonly shared: Shared
  readonly now: Date
}

/**
 * Documents of all levels in the regions with accounts: pool loads for next year and this one, project budgets,
 * countries that draw from them, new money of headquarters; some still in approval.
 */
export async function playLevels(levels: Levels): Promise<void> {
  const { pool, areas, now } = levels
  const actors = new Actors(pool)
  let minutes = 180
  for (const area of areas.filter(({ idc }) => idc === 'IN' || idc === 'ID')) {
    const play = async (account: string, document: ServerDocument, raw: Raw, decisions: number, refuses = false) => {
      const at = () => new Date(now.getTime() - (minutes -= 1) * MINUTE)
      const drafter = await actors.userId(account)
      let answer = await actors.act(drafter, at(), { action: decisions < 0 ? 'save' : 'submit', raw }, document)
      for (let step = 1; answer.state === 'underApproval' && step <= decisions; step += 1)
        answer = await decided(actors, answer, at(), refuses && step === decisions, document)
    }
    await playPools(area, levels.now, play)
    await playProjects(levels, area, play)
  }
}

type Raw = Readonly<Record<string, unknown>>
type Project = Catalogue['projects'][number]

/** `decisions`: number of decisions; negative leaves a draft. */
type Play = (account: string, document: ServerDocument, raw: Raw, decisions: number, refuses?: boolean) => Promise<void>

/** A usual amount of the area multiplied, in whole steps. */
function times({ idc }: Catalogue, factor: string): string {
  const { usual, step } = SIZE[idc]!
  return amountText(amount(String(usual)).times(factor).div(step).round(0, 0).times(step))
}

async function playPools(area: Catalogue, now: Date, play: Play): Promise<void> {
  const { year } = localDate(now, area.timezone)
  const finance = `${area.idc.toLowerCase()}.regfinance`
  const of = (applyType: string, ofYear: number, reason: string, pools: readonly string[], factor: string) => ({
    applyType,
    idcCode: area.idc,
    areaId: area.id,
    year: ofYear,
    currency: area.currency,
    reason,
    lines: pools.map((projectPoolCode) => ({ projectPoolCode, amount: times(area, factor) })),
  })
  const [first = '', second = '', third = ''] = area.pools
  const asked = (raw: object, decisions: number, refuses = false) =>
    play(finance, poolBudgetDocument, raw as Raw, decisions, refuses)
  const plan = of('initialLoad', year + 1, 'Annual plan as agreed with headquarters', area.pools, '60')
  await play('hq.budget', poolBudgetDocument, plan, ALL)
  await asked(of('supplement', year, 'Launch projects above plan', [first], '20'), ALL)
  await asked(of('supplement', year, 'Festival season above plan', [second, third], '8'), 1)
  await asked(of('reduce', year, 'Launch moved to next year', [second], '1'), 0)
  await asked(of('supplement', year, 'Second wave of store openings', [third], '40'), 1, true)
  await asked(of('supplement', year, 'Exchange rates since the plan', [first], '5'), -1)
}

/** Business types without budgets in a month, where a first grant decides the funding source. */
const freeTypes = prepared<{ fscId: string; subBusiCode: string }>(
  'demo free business types',
  `select t.fsc_id as "fscId", t.sub_busi_code as "subBusiCode" from business_type t
   where not exists (select from budget_line l where l.area_id = $1 and l.year = $2 and l.month = $3 and l.project_pool_code = $4
     and l.budget_dept_code = $5 and l.project_code = any ($6::text[]) and l.sub_busi_code = t.sub_busi_code)
   order by 2 limit 5`,
)
const projectCode = prepared<{ code: string }>(
  'demo project budget',
  `select code from budget_line where area_id = $1 and level = 'project' and state = 'open' and project_code = $2 order by id limit 1`,
)

interface Header {
  readonly areaId: number
  readonly year: number
  readonly month: number
  readonly projectPoolCode: string
  readonly budgetDeptCode: string
}

async function playProjects({ pool, shared, now }: Levels, area: Catalogue, play: Play): Promise<void> {
  const { year, month } = localDate(now, area.timezone)
  const [projectPoolCode = ''] = area.pools
  const [budgetDeptCode = ''] = area.departments
  const [one, other] = area.projects.filter((project) => project.pool === null || project.pool === projectPoolCode)
  if (!one || !other) return
  const header: Header = { areaId: area.id, year, month, budgetDeptCode, projectPoolCode }
  const codes = [area.id, year, month, projectPoolCode, budgetDeptCode, [one.code, other.code]]
  const types = await reading(pool, (tx) => tx.rows(freeTypes(...codes)))
  if (types.length < 4) return
  const line = (project: Project, type: number, factor: string) => ({
    projectCode: project.code,
    ...types[type],
    productLineCode: shared.productLines.phone[0],
    amount: times(area, factor),
  })
  const ofCountry = (project: Project, type: number, factor: string) => ({
    ...line(project, type, factor),
    countryCode: project.country,
  })
  const drafter = `${area.idc.toLowerCase()}.channel`
  const same = { ...header, idcCode: area.idc, productClass: 'phone', currency: area.currency, source: 'typed' }
  const apply = (applyType: string, more: object, lines: readonly object[], decisions: number) =>
    play(drafter, countryBudgetDocument, { ...same, applyType, ...more, lines }, decisions)
  const ofProjects = { level: 'project', fundedBy: 'pool' }
  const fromProjects = { level: 'country', fundedBy: 'project' }
  const first = [line(one, 0, '4'), line(one, 1, '2.5'), line(other, 0, '3')]
  await apply('grant', { ...ofProjects, reason: 'Budgets of the launch projects for the month' }, first, ALL)
  const drawn = [ofCountry(one, 0, '1.5')]
  await apply('grant', { ...fromProjects, reason: 'First wave of the launch, out of its project' }, drawn, ALL)
  const second = [ofCountry(one, 1, '0.8'), ofCountry(other, 0, '1')]
  await apply('grant', { ...fromProjects, reason: 'Second wave of the launch' }, second, 2)
  await apply('supplement', { level: 'project', reason: 'Media prices rose' }, [line(one, 1, '1')], 3)
  await apply('initialLoad', { reason: 'New business that the plan did not know' }, [ofCountry(one, 2, '2')], 1)
  await apply('grant', { ...ofProjects, reason: 'Campaign of the coming weeks' }, [line(other, 3, '1.2')], 0)
  const giver = await reading(pool, (tx) => tx.first(projectCode(area.id, one.code)))
  if (!giver) throw new Error(`no project budget of ${one.code}`)
  const given = { ...line(other, 0, '0.5'), fromBudgetCode: giver.code }
  const transfer = { ...same, level: 'project', toIdcCode: area.idc, toAreaId: area.id, lines: [given] }
  await play(drafter, budgetTransferDocument, { ...transfer, reason: 'The other project starts earlier' }, ALL)
  await play(drafter, budgetTransferDocument, { ...transfer, reason: 'Shared roadshow of both projects' }, 1)
}

import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { budgetTransferDocument } from '../transfer/budget-transfer.plans.ts'
import { Actors } from './actors.ts'
import { type Catalogue, SIZE } from './catalogue.ts'

interface Pair {
  readonly fromBudgetCode: string
  readonly available: string
  readonly year: number
  readonly month: number
  readonly budgetDeptCode: string
  readonly projectPoolCode: string
  readonly productClass: string
  readonly countryCode: string
  readonly projectCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productLineCode: string
}

/** Budgets with a balance, each with another of the same header: in another country, or another project. */
const pairs = prepared<Pair>(
  'demo transfer pairs',
  `select distinct on (l.id) l.code as "fromBudgetCode", a.avl as available, l.year, l.month, l.budget_dept_code as "budgetDeptCode",
     l.project_pool_code as "projectPoolCode", l.product_class as "productClass", m.country_code as "countryCode",
     m.project_code as "projectCode", m.fsc_id as "fscId", m.sub_busi_code as "subBusiCode", m.product_line_code as "productLineCode"
   from budget_line l join budget_account a on a.id = l.id and a.avl >= $2::numeric
   join budget_line m on m.area_id = l.area_id and m.year = l.year and m.month = l.month and m.project_pool_code = l.project_pool_code
     and m.budget_dept_code = l.budget_dept_code and m.product_class = l.product_class and m.currency = l.currency and m.id <> l.id
     and case $3 when 'country' then m.country_code <> l.country_code
       else m.country_code = l.country_code and m.project_code <> l.project_code end
   where l.area_id = $1 and l.state = 'open' order by l.id desc, m.id limit 6`,
)

/** The outcome of each: number of decisions, and whether the last one refuses. `null`: a draft. */
const FATES: readonly ({ readonly decisions: number; readonly isRefused?: true } | null)[] = [
  { decisions: 9 },
  { decisions: 0 },
  { decisions: 1 },
  { decisions: 1, isRefused: true },
  null,
  { decisions: 9 },
]

const REASONS = [
  'The festival is later in the other country this year',
  'Store openings were brought forward there',
  'The campaign here ended below plan',
] as const

const MINUTE = 60_000

interface Transfers {
  readonly pool: TransactionPool
  readonly areas: readonly Catalogue[]
  readonly now: Date
}

/** Recent transfers, in every state, in the two regions with accounts. */
export async function playTransfers({ pool, areas, now }: Transfers): Promise<void> {
  const actors = new Actors(pool)
  let minutes = 240
  for (const area of areas.filter(({ idc }) => idc === 'IN' || idc === 'ID')) {
    const drafter = await actors.userId(`${area.idc.toLowerCase()}.channel`)
    for (const level of ['country', 'project'] as const) {
      const found = await reading(pool, (tx) => tx.rows(pairs(area.id, String(SIZE[area.idc]!.step * 2), level)))
      for (const [index, pair] of found.entries()) {
        const at = () => new Date(now.getTime() - (minutes -= 2) * MINUTE)
        const fate = FATES[(index + (level === 'country' ? 0 : 3)) % FATES.length] ?? null
        const raw = contentOf(area, level, pair, REASONS[index % REASONS.length]!)
        const command = { action: fate ? 'submit' : 'save', raw }
        let answer = await actors.act(drafter, at(), command, budgetTransferDocument)
        for (let step = 1; answer.state === 'underApproval' && step <= (fate?.decisions ?? 0); step += 1)
          answer = await decided(actors, answer, at(), fate?.isRefused === true && step === fate.decisions)
      }
    }
  }
}

/** The current assignee agrees, or refuses. */
export async function decided(
  actors: Actors,
  { id, formInstanceId }: ActionAnswer,
  at: Date,
  refuses: boolean,
  document: ServerDocument = budgetTransferDocument,
) {
  const task = await actors.task(id)
  if (!task) throw new Error(`nobody decides on ${id}`)
  const command = {
    action: refuses ? 'reject' : 'approve',
    formInstanceId,
    taskId: task.taskId,
    contentHash: task.contentHash,
    opinion: refuses ? 'We need it here before the end of the quarter' : 'Agreed',
  }
  return await actors.act(task.userId, at, command, document)
}

/** A third of the balance, in whole steps. */
function contentOf(area: Catalogue, level: 'country' | 'project', pair: Pair, reason: string) {
  const { available, year, month, budgetDeptCode, projectPoolCode, productClass, ...line } = pair
  const { step } = SIZE[area.idc]!
  const third = amount(available).div(3).div(step).round(0, 0).times(step)
  return {
    level,
    idcCode: area.idc,
    areaId: area.id,
    toIdcCode: area.idc,
    toAreaId: area.id,
    year,
    month,
    budgetDeptCode,
    projectPoolCode,
    productClass,
    currency: area.currency,
    reason,
    source: 'typed',
    lines: [{ ...line, amount: amountText(third.lt(step) ? amount(String(step)) : third) }],
  }
}

import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { budgetSettingDocument } from '../budget-setting/budget-setting.document.ts'
import { Actors } from './actors.ts'
import type { Catalogue } from './catalogue.ts'
import { decided } from './transfers.ts'
import { localDate } from './working-hours.ts'

/** Funded budgets of a year, newest first: a month of them gets other controls. */
const controlled = prepared<{ code: string; year: number }>(
  'demo controlled budgets',
  `select l.code, l.year from budget_line l join budget_account a on a.id = l.id
   where l.area_id = $1 and l.level = 'country' and l.state = 'open' and a.avl > 0 order by l.year desc, l.month desc, l.id limit 12`,
)

interface Wish {
  readonly header: object
  /** Offset into the budgets. */
  readonly from: number
  readonly to: number
  readonly reason: string
  /** Number of decisions, and whether the last one refuses; null: a draft. */
  readonly decisions: number | null
  readonly isRefused?: true
}

function wishes(idc: string, year: number): readonly Wish[] {
  const account = idc.toLowerCase()
  const owner = (name: string) => ({ owner: 'person', ownerAccount: `${account}.${name}` })
  const next = { validity: 'between', validFrom: `${year}-01-01`, validTo: `${year + 1}-01-01` }
  return [
    { header: owner('channel'), from: 0, to: 6, reason: 'The channel manager answers for these budgets', decisions: 9 },
    { header: owner('rsm'), from: 6, to: 8, reason: 'The festival budgets are run by the RSM', decisions: 9 },
    {
      header: { tolerance: 5 },
      from: 0,
      to: 2,
      reason: 'Exchange rates moved after the quotes were signed',
      decisions: 9,
    },
    {
      header: { mode: 'advisory' },
      from: 2,
      to: 3,
      reason: 'A launch must not stand still over the last cents',
      decisions: 9,
    },
    { header: next, from: 3, to: 5, reason: 'Nothing is booked on it after the year', decisions: 1 },
    { header: { tolerance: 10 }, from: 8, to: 10, reason: 'Store openings may cost more than planned', decisions: 1 },
    {
      header: { mode: 'tracking' },
      from: 10,
      to: 12,
      reason: 'Only to follow what is spent',
      decisions: 1,
      isRefused: true,
    },
    { header: { tolerance: 2 }, from: 10, to: 11, reason: 'A small margin for rounding', decisions: null },
  ]
}

const MINUTE = 60_000

interface Settings {
  readonly pool: TransactionPool
  readonly areas: readonly Catalogue[]
  readonly now: Date
}

/** Changes of budget control by country finance, in every state, in the two regions with accounts. */
export async function playSettings({ pool, areas, now }: Settings): Promise<void> {
  const actors = new Actors(pool)
  let minutes = 200
  const at = () => new Date(now.getTime() - (minutes -= 2) * MINUTE)
  for (const area of areas.filter(({ idc }) => idc === 'IN' || idc === 'ID')) {
    const found = await reading(pool, (tx) => tx.rows(controlled(area.id)))
    const year = found[0]?.year ?? localDate(now, area.timezone).year
    const codes = found.filter((row) => row.year === year).map(({ code }) => code)
    const drafter = await actors.userId(`${area.idc.toLowerCase()}.finance`)
    for (const { header, from, to, reason, decisions, isRefused } of wishes(area.idc, year)) {
      const lines = codes.slice(from, to).map((targetCode) => ({ targetCode }))
      if (lines.length === 0) continue
      const raw = {
        target: 'line',
        idcCode: area.idc,
        areaId: area.id,
        year,
        source: 'typed',
        mode: 'keep',
        owner: 'keep',
        validity: 'keep',
        ...header,
        reason,
        lines,
      }
      const command = { action: decisions === null ? 'save' : 'submit', raw }
      let answer = await actors.act(drafter, at(), command, budgetSettingDocument)
      for (let step = 1; answer.state === 'underApproval' && step <= (decisions ?? 0); step += 1)
        answer = await decided(actors, answer, at(), isRefused === true && step === decisions, budgetSettingDocument)
    }
  }
}

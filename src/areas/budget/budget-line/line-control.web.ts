import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { BulkAction } from '#kernel/web/console/list/document/bulk.ts'
import { budgetSetting } from '../budget-setting/budget-setting.doc.ts'
import { settingAddress } from '../shared/budget-addresses.web.ts'
import type { BudgetLine } from './budget-line.list.ts'
import type { AreaOption } from '../shared/budget-options.web.ts'
import '../budget-setting/setting-texts.web.ts'

// The control of budgets in the list.

const text = (path: string, params?: Readonly<Record<string, string | number>>) =>
  documentTexts(budgetSetting).text(`list.${path}`, params)

/** `Advisory`, `Absolute, 5 %`. */
export function controlText({ mode, tolerance }: BudgetLine): string {
  const name = text(`modes.${mode}`)
  return tolerance === '0' ? name : text('tolerated', { mode: name, tolerance })
}

/** Starts a change of control for the selected budgets, all of one year. */
export function controlAction(area: AreaOption | undefined, open: (address: string) => void): BulkAction<BudgetLine> {
  const count = budgetSetting.lineLimits.typed
  return {
    key: 'control',
    label: text('setSelected'),
    most: { rows: count, text: text('setMost', { count }) },
    whyNot: (line, [first]) => (first && line.year !== first.year ? text('otherYear') : null),
    act: (target) => {
      if (target.kind !== 'rows') return
      const codes = target.rows.map(({ budgetCode }) => budgetCode)
      open(settingAddress('line', area, codes, target.rows[0]?.year))
    },
  }
}

import type { ControlMode } from '#kernel/engine/ledger/definition.ts'
import type { ListColumn, ListFilter } from '#kernel/engine/read-list/read-list.ts'
import { validityText } from './budget-setting.rules.ts'

/** The control of a budget as lists show it. */
export interface ListedControl {
  readonly mode: ControlMode
  /** Percent. */
  readonly tolerance: string
  readonly ownerName: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
}

const text = (name: string) => `budget.documents.budgetSetting.list.${name}`

/** Where a budget has money now, or that nothing of it was ever used. */
export const LINE_STAGES = ['available', 'held', 'occupied', 'committed', 'accrued', 'executed', 'unused'] as const
export type LineStage = (typeof LINE_STAGES)[number]

export const CONTROL_COLUMNS: readonly ListColumn<ListedControl>[] = [
  { key: 'control', kind: 'text', title: text('mode') },
  { key: 'ownerName', kind: 'text', title: text('owner') },
  { key: 'validity', kind: 'text', title: text('validity'), value: (row) => validityText(row) || null },
]

export const CONTROL_CHOICES: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'mode',
    title: text('mode'),
    values: ['absolute', 'advisory', 'tracking'],
    words: text('modes'),
  },
  { kind: 'choice', name: 'overrun', title: text('overrun'), values: ['now', 'ever'], words: text('overruns') },
  { kind: 'choice', name: 'stage', title: text('stage'), values: LINE_STAGES, words: text('stages') },
]

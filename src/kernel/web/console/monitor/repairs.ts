import type { HolderHealth, MonitorRow } from '#kernel/services/monitor/monitor-schemas.ts'
import type { Repair } from '#kernel/services/monitor/monitor-wire.ts'
import type { BulkAction, BulkResult } from '../list/document/bulk.ts'
import type { RepairItem } from './monitor-api.ts'
import { monitorText } from './monitor-text.ts'

/** A planned repair with its targets; the dialog asks for the rest. */
export interface RepairPlan {
  readonly repair: Repair
  readonly items: readonly RepairItem[]
}

export function isAble({ isActive, mayDecide, holdsRole }: HolderHealth): boolean {
  return isActive && mayDecide && holdsRole
}

/** The tasks of a row that are reassigned in a batch: those whose assignees cannot act, or the only one. */
function tasksToHandOver(row: MonitorRow): readonly HolderHealth[] {
  const lame = row.holders.filter((holder) => !isAble(holder))
  return lame.length > 0 ? lame : row.holders.length === 1 ? row.holders : []
}

export function itemsOf(repair: Repair, row: MonitorRow): readonly RepairItem[] {
  const { formInstanceId } = row
  switch (repair) {
    case 'reassign':
      return tasksToHandOver(row).map(({ taskId }) => ({ formInstanceId, taskId }))
    case 'renew':
      return row.steps.map(({ key }) => ({ formInstanceId, step: key }))
    case 'retry':
    case 'terminate':
      return [{ formInstanceId }]
  }
}

function whyNot(repair: Repair, row: MonitorRow): string | null {
  if (repair === 'retry') return row.failedEffects.length > 0 ? null : monitorText('nothingFailed')
  if (row.state !== 'running') return monitorText('notRunning')
  if (repair === 'reassign' && itemsOf(repair, row).length === 0)
    return monitorText(row.holders.length === 0 ? 'noneHolds' : 'severalHold')
  return null
}

/** Repairs of many at once. Terminating is only possible one by one, because it cannot be undone. */
export function bulkRepairs(ask: (plan: RepairPlan) => Promise<BulkResult>): readonly BulkAction<MonitorRow>[] {
  return (['reassign', 'renew', 'retry'] as const).map((repair) => ({
    key: repair,
    label: monitorText(`repairs.${repair}`),
    whyNot: (row) => whyNot(repair, row),
    act: (target) =>
      target.kind === 'rows' ? ask({ repair, items: target.rows.flatMap((row) => itemsOf(repair, row)) }) : undefined,
  }))
}

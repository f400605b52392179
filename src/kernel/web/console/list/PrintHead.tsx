import { productNow } from '#kernel/base/clock/clock.ts'
import { usePrintMode } from '#kernel/web/ui/use-print-mode.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { listDeskText } from './list-desk-text.ts'
import { useSession } from '../shell/session-context.ts'
import type { FilterSpec } from './filters/filter-spec.ts'
import { shownDays } from './filters/shown-days.ts'
import type { Filters } from './list-state.ts'

interface PrintHeadProps {
  readonly specs: readonly FilterSpec[]
  readonly filters: Filters
}

const now = (): string => productNow().toISOString()

/** On paper alone: what the rows were narrowed to, who printed them, and when. */
export function PrintHead({ specs, filters }: PrintHeadProps) {
  const at = usePrintMode(now)
  const { user } = useSession()
  if (at === null) return null
  const said = specs.flatMap((spec) => {
    const text = filterText(spec, filters)
    return text === '' ? [] : [`${spec.label}: ${text}`]
  })
  return (
    <div className="list-print-head">
      <span>{listDeskText('printedBy', { name: `${user.userName} (${user.userAccount})`, time: timeText(at) })}</span>
      <span>
        {pageText('list.filters')}: {said.length > 0 ? said.join('; ') : '/'}
      </span>
    </div>
  )
}

function filterText(spec: FilterSpec, filters: Filters): string {
  if (spec.kind === 'dates') {
    const [from, to] = [filters[`${spec.name}From`], filters[`${spec.name}To`]]
    if (!from && !to) return ''
    return shownDays({ from, to, isOfDays: spec.isOfDays === true })
      .map((end) => end ?? '')
      .join(' – ')
  }
  const value = filters[spec.name] ?? ''
  return (spec.kind === 'choice' && spec.options.find((option) => option.value === value)?.label) || value
}

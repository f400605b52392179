import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import type { OptionList } from '#kernel/web/console/form/options.ts'
import type { AreaOption } from '../shared/budget-options.web.ts'
import { pageLabel } from './list-texts.web.ts'

export const ALL = 'all'

export interface AreaPickerProps {
  readonly areas: OptionList<AreaOption>
  /** Null: all of them. */
  readonly idcCode: string | null
  readonly withAll: boolean
  /** An IDC, or `all`. */
  readonly onChange: (idcCode: string) => void
}

/** Area selector of a list, for people with several areas; its name for people with one. */
export function AreaPicker({ areas, idcCode, withAll, onChange }: AreaPickerProps) {
  const area = areas.options.find((option) => option.idcCode === idcCode)
  if (areas.options.length <= 1) return <span className="quiet">{area?.label ?? areas.options[0]?.label}</span>
  return (
    <div className="area-picker">
      <TextChoice
        aria-label={pageLabel('area')}
        value={idcCode === null ? ALL : (area?.value ?? null)}
        options={withAll ? [{ value: ALL, label: pageLabel('allAreas') }, ...areas.options] : areas.options}
        onChange={(areaId) => {
          const next = areaId === ALL ? ALL : areas.options.find((option) => option.value === areaId)?.idcCode
          if (next) onChange(next)
        }}
      />
    </div>
  )
}

import { textAt } from '#kernel/base/i18n/texts.ts'
import Type from 'typebox'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import {
  deliveredValue,
  PARAMETER,
  type Parameter,
  type ParameterContent,
  parameterOf,
  type ParameterValue,
} from '#kernel/platform/parameter/parameter.ts'
import { keptVersions, type Setting } from '#kernel/engine/setting/setting.ts'
import { twoPeopleErrors } from '#kernel/engine/setting/two-people.errors.ts'
import { settingErrors } from '../setting.errors.ts'
import { parameterValue } from '../setting-wire.ts'

export const parameterSetting: Setting<ParameterContent> = {
  kind: PARAMETER,
  called: {
    title: (language) => textAt(language, 'setting.menu.parameters'),
    name: (language, key) => parameterOf(key)?.label(language) ?? key,
    page: (key) => `/system/parameters?key=${encodeURIComponent(key)}`,
  },
  audited: 'parameter',
  rights: { view: 'setting.parameter.view', edit: 'setting.parameter.edit', publish: 'setting.parameter.publish' },
  content: Type.Object({ value: parameterValue }, { additionalProperties: false }),
  tidy: (content) => ({ value: tidy((content as ParameterContent).value) }),
  known(_tx, key) {
    if (!parameterOf(key)) throw new Refused(twoPeopleErrors.unknown())
  },
  versions: (tx, key) => keptVersions(tx, PARAMETER, key, { value: deliveredValue(key) }),
  check: (_tx, _context, key, { value }) => {
    const parameter = parameterOf(key)
    return Promise.resolve(parameter ? faultsOf(parameter, value) : [])
  },
}

/** A form sends texts: whole numbers are parsed, and the order of several choices is ignored. */
function tidy(value: ParameterValue): ParameterValue {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return [...new Set(value)].toSorted()
  const text = value.trim()
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

function faultsOf(parameter: Parameter, value: ParameterValue): readonly Refusal[] {
  const at = { field: 'value' }
  if (parameter.kind === 'integer') {
    const { min, max } = parameter
    if (typeof value !== 'number') return [settingErrors.notWhole({ min, max }, at)]
    return value < min || value > max ? [settingErrors.outOfRange({ min, max }, at)] : []
  }
  // One choice is a text, several are a list: other types are refused.
  if (Array.isArray(value) !== (parameter.kind === 'choices'))
    return [settingErrors.notAnOption({ value: String(value) }, at)]
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [String(value)]
  return chosen
    .filter((one) => !parameter.options.includes(one))
    .map((one) => settingErrors.notAnOption({ value: one }, at))
}

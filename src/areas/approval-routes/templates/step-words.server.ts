import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { ContentInWords } from '#kernel/engine/setting/content-words.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { approvalRoutesPage as en } from '../locale/page.en.ts'
import { approvalRoutesPage as zh } from '../locale/page.zh.ts'
import type { TemplateContent, VariableView } from '../approval-routes-wire.ts'
import { activeAccounts, settingFacts } from '../setting/setting.queries.ts'
import { tokenOf, whoValues } from '../who-values.ts'
import { conditionText, namesOfVariables } from './condition-words.ts'

export const stepTexts = overridableTexts('approvalRoutesPage', { en, zh })

/** A step of a route as the editor shows it: the cells of its line in words. */
export interface StepRow {
  readonly place: number
  readonly key: string
  readonly name: string
  readonly kind: string
  readonly approver: string
  readonly mode: string
  readonly empty: string
  readonly share?: number
  readonly when?: string
  readonly group?: string
  readonly remind?: number
  readonly escalate?: number
  readonly cc: string
  readonly keep: string
  readonly rule: string
}

export type StepColumn = keyof StepRow & keyof (typeof en)['column']

/** The editor's names of a step's people: roles, accounts, and people from a document. */
export async function namesOf(tx: Tx, language: Language): Promise<ReadonlyMap<string, string>> {
  const roles = (await tx.first(settingFacts([])))?.roles ?? []
  const accounts = await tx.rows(activeAccounts())
  return new Map([
    ...Object.entries(stepTexts[language].kind.people),
    ...accounts.map((user) => [user.code, `${user.code} / ${user[language]}`] as const),
    ...roles.map((role) => [role.code, role[language]] as const),
  ])
}

export function stepRows(
  { steps }: Pick<TemplateContent, 'steps'>,
  language: Language,
  names: ReadonlyMap<string, string>,
): readonly StepRow[] {
  const say = stepTexts[language]
  const kindText = (kind: string): string => {
    const place = /^place:(.*)$/.exec(kind)?.[1]
    if (place === undefined) return say.kind[kind as 'document']
    return say.kind.place.replace('{name}', say.kind.places[place as 'giver'] ?? place)
  }
  return steps.map((step, index) => {
    const { kind, approver } = whoValues(step.who)
    return {
      place: index + 1,
      key: step.key,
      name: step.name[language],
      kind: kindText(kind),
      approver: names.get(approver) ?? approver,
      mode: say.mode[step.mode],
      empty: say.empty[step.empty ?? 'up'],
      cc: (step.cc ?? []).map(tokenOf).join(', '),
      keep: step.keep === true ? '*' : (step.keep ?? []).join(', '),
      rule: step.rule?.[language] ?? '',
      ...(step.share === undefined ? {} : { share: step.share }),
      ...(step.when === undefined ? {} : { when: step.when }),
      ...(step.group === undefined ? {} : { group: step.group }),
      ...(step.remindAfterHours === undefined ? {} : { remind: step.remindAfterHours }),
      ...(step.escalateAfterHours === undefined ? {} : { escalate: step.escalateAfterHours }),
    }
  })
}

/** The columns of a step in the order in which the editor has them. */
const COLUMNS = 'kind approver mode share when group remind escalate cc empty keep'.split(' ') as readonly StepColumn[]

function cellText(row: StepRow, column: StepColumn, language: Language, variables: readonly VariableView[]): string {
  const value = String(row[column] ?? '')
  if (column !== 'when' || value === '') return value
  return conditionText(
    value,
    (key, values) => interpolate(stepTexts[language].conditions[key], values),
    namesOfVariables(variables),
  )
}

/** A route, or the parts of one, in the words of its editor. */
export async function routeInWords(
  tx: Tx,
  language: Language,
  { name, process, steps = [] }: Partial<TemplateContent>,
  variables: readonly VariableView[],
): Promise<ContentInWords> {
  const say = stepTexts[language]
  const named = await namesOf(tx, language)
  const rows = stepRows({ steps }, language, named)
  return {
    head: [
      ...(name
        ? ([
            [say.editor.nameZh, name.zh],
            [say.editor.nameEn, name.en],
          ] as const)
        : []),
      ...(process ? ([[say.editor.process, say.process[process]]] as const) : []),
    ],
    rows: rows.map((row, at) => ({
      id: row.key,
      name: row.name || row.key,
      cells: [
        [say.column.nameZh, steps[at]?.name.zh ?? ''],
        [say.column.nameEn, steps[at]?.name.en ?? ''],
        ...COLUMNS.map((column) => [say.column[column], cellText(row, column, language, variables)] as const),
        [say.column.ruleZh, steps[at]?.rule?.zh ?? ''],
        [say.column.ruleEn, steps[at]?.rule?.en ?? ''],
      ],
    })),
  }
}

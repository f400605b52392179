import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import type { SheetColumn, Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import type { Choice } from '../approval-routes-wire.ts'
import type { TemplateDetail } from '../approval-routes-api.web.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import { conditionText, type ConditionTexts, conditionWords, namesOfVariables } from './condition-words.ts'

type Catalogue = TemplateDetail['catalogue']

const optionsOf = (choices: readonly Choice[]): readonly ChoiceOption[] =>
  choices.map(({ code, name }) => ({ value: code, label: name, search: `${code} ${name}` }))

const known = <K extends string>(table: Readonly<Record<K, string>>, key: string): string =>
  (table as Readonly<Record<string, string>>)[key] ?? key

function placeName(name: string): string {
  return known({ giver: pageLabel('kind.places.giver'), receiver: pageLabel('kind.places.receiver') }, name)
}

/** Parts of conditions in the language of the page. */
export const sayCondition: ConditionTexts = (key, values) => pageLabel(`conditions.${key}`, values)

/** The ways in which a step finds its people. */
export function kindOptions({ organisations, people }: Catalogue): readonly ChoiceOption[] {
  const option = (value: string, label: string): ChoiceOption => ({ value, label })
  return [
    option('document', pageLabel('kind.document')),
    option('region', pageLabel('kind.region')),
    option('drafter', pageLabel('kind.drafter')),
    ...organisations.map((name) => option(`place:${name}`, pageLabel('kind.place', { name: placeName(name) }))),
    option('account', pageLabel('kind.account')),
    option('headDocument', pageLabel('kind.headDocument')),
    option('headDrafter', pageLabel('kind.headDrafter')),
    option('chosenDrafter', pageLabel('kind.chosenDrafter')),
    option('chosenPrevious', pageLabel('kind.chosenPrevious')),
    ...(people.length > 0 ? [option('computed', pageLabel('kind.computed'))] : []),
  ]
}

/** The options of a kind of step: roles, accounts, people from the document, or none. */
type BeneficiaryKind = 'role' | 'account' | 'computed' | 'nobody'

function approverOf(kind: string): BeneficiaryKind {
  if (kind === 'account' || kind === 'computed') return kind
  return kind.startsWith('head') ? 'nobody' : 'role'
}

export function modeOptions(): readonly ChoiceOption[] {
  return (['any', 'all', 'sequential', 'share'] as const).map((value) => ({ value, label: pageLabel(`mode.${value}`) }))
}

export function stepColumns(catalogue: Catalogue): readonly SheetColumn[] {
  const variables = namesOfVariables(catalogue.variables)
  const kinds = kindOptions(catalogue)
  const approver: Readonly<Record<BeneficiaryKind, readonly ChoiceOption[]>> = {
    role: optionsOf(catalogue.roles),
    account: optionsOf(catalogue.accounts),
    computed: catalogue.people.map((value) => ({
      value,
      label: known({ schemeOwner: pageLabel('kind.people.schemeOwner') }, value),
    })),
    nobody: [],
  }
  const modes = modeOptions()
  const empties = (['up', 'administrator', 'refuse'] as const).map((value) => ({
    value,
    label: pageLabel(`empty.${value}`),
  }))
  const text = (key: string, label: Parameters<typeof pageLabel>[0], width: number, maxLength = 200): SheetColumn => ({
    kind: 'text',
    key,
    title: pageLabel(label),
    width,
    maxLength,
  })
  const names: SheetColumn[] = [
    { ...text('nameZh', 'column.nameZh', 150, 60), isRequired: true },
    { ...text('nameEn', 'column.nameEn', 170, 60), isRequired: true },
  ]
  // The name that stays in sight is the one that the reader reads.
  const [first, second] = runningLanguage() === 'zh' ? names : names.toReversed()
  return [
    { ...first!, isFrozen: true },
    second!,
    {
      kind: 'choice',
      key: 'kind',
      title: pageLabel('column.kind'),
      width: 210,
      isRequired: true,
      options: () => kinds,
      also: (value: string, row: Values): Values =>
        approverOf(value) === approverOf(row['kind'] ?? '') ? {} : { approver: '' },
    },
    {
      kind: 'choice',
      key: 'approver',
      title: pageLabel('column.approver'),
      width: 190,
      options: (row) => approver[approverOf(row['kind'] ?? '')],
    },
    { kind: 'choice', key: 'mode', title: pageLabel('column.mode'), width: 130, options: () => modes },
    {
      kind: 'text',
      key: 'when',
      title: pageLabel('column.when'),
      width: 280,
      maxLength: 500,
      inWords: (value) => conditionText(value, sayCondition, variables),
    },
    {
      kind: 'shown',
      key: 'whenWords',
      title: pageLabel('conditions.title'),
      width: 260,
      render: ({ when = '' }) => conditionWords(when, sayCondition, variables) ?? '',
    },
    text('group', 'column.group', 100, 40),
    text('remind', 'column.remind', 110, 6),
    text('escalate', 'column.escalate', 120, 6),
    text('cc', 'column.cc', 170, 400),
    { kind: 'choice', key: 'empty', title: pageLabel('column.empty'), width: 140, options: () => empties },
    text('share', 'column.share', 80, 3),
    text('keep', 'column.keep', 150, 400),
    text('ruleZh', 'column.ruleZh', 240),
    text('ruleEn', 'column.ruleEn', 300),
    text('key', 'column.key', 130, 40),
  ]
}

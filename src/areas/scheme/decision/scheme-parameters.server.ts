import { prepared } from '#kernel/platform/db/statement.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import {
  choiceParameter,
  choicesParameter,
  defineParameters,
  integerParameter,
  type Parameter,
} from '#kernel/platform/parameter/parameter.ts'
import { schemeParameters as en, type SchemeParameterTexts } from '../locale/parameters.en.ts'
import { schemeParameters as zh } from '../locale/parameters.zh.ts'

// Company parameters of schemes: thresholds and tax rates of countries (decision 071). Rules get them as facts.

const texts = overridableTexts<SchemeParameterTexts>('schemeParameters', { en, zh })

const said = (name: keyof SchemeParameterTexts) => ({
  label: (language: Language) => texts[language][name].label,
  hint: (language: Language) => texts[language][name].hint,
})

/** Current and former rates in percent, by country, as options for administrators. */
const RATES: Readonly<Record<string, readonly number[]>> = {
  AE: [5],
  BD: [5, 7.5, 10, 15],
  CN: [3, 6, 9, 13],
  DE: [7, 19],
  EG: [5, 14],
  ES: [4, 10, 21],
  FR: [5.5, 10, 20],
  GB: [5, 20],
  ID: [11, 12],
  IN: [0.25, 3, 5, 12, 18, 28, 40],
  IT: [4, 5, 10, 22],
  KE: [8, 16],
  KH: [10],
  KZ: [12, 16],
  LK: [18],
  MX: [8, 16],
  MY: [5, 6, 8, 10],
  NG: [7.5],
  NP: [13],
  PH: [12],
  PK: [17, 18],
  PL: [5, 8, 23],
  SA: [15],
  SG: [9],
  TH: [7],
  TR: [1, 10, 20],
  VN: [5, 8, 10],
  ZA: [15],
}

/** India's and Indonesia's; other countries have none until somebody sets them. */
const DELIVERED: Readonly<Record<string, readonly number[]>> = { ID: [11, 12], IN: [5, 12, 18, 28, 40] }

const choicesOf = (rates: Readonly<Record<string, readonly number[]>>) =>
  Object.entries(rates).flatMap(([country, each]) => each.map((rate) => `${country}-${rate}`))

const ELSEWHERE = ['refused', 'told'] as const

const parameters: readonly Parameter[] = [
  { key: 'scheme.specialPriceDays', kind: 'integer', unit: 'days', min: 1, max: 1_096, ...said('specialPriceDays') },
  { key: 'scheme.protectedDays', kind: 'integer', unit: 'days', min: 1, max: 3_650, ...said('protectedDays') },
  { key: 'scheme.differencePercent', kind: 'integer', unit: 'percent', min: 0, max: 50, ...said('differencePercent') },
  {
    key: 'scheme.smallBalancePercent',
    kind: 'integer',
    unit: 'percent',
    min: 0,
    max: 10,
    ...said('smallBalancePercent'),
  },
  {
    key: 'scheme.budgetsElsewhere',
    kind: 'choice',
    options: ELSEWHERE,
    optionLabel: (language, option) => texts[language].budgetsElsewhere[option === 'told' ? 'told' : 'refused'],
    ...said('budgetsElsewhere'),
  },
  {
    key: 'scheme.taxRates',
    kind: 'choices',
    options: choicesOf(RATES),
    optionLabel: (_, option) => `${option.replace('-', ' ')} %`,
    ...said('taxRates'),
  },
]

defineParameters(parameters, {
  'scheme.specialPriceDays': 184,
  'scheme.protectedDays': 90,
  'scheme.differencePercent': 10,
  'scheme.smallBalancePercent': 1,
  'scheme.budgetsElsewhere': 'refused',
  'scheme.taxRates': choicesOf(DELIVERED),
})

const none = prepared('scheme.nothing', 'select')

/** The statement of a fact read from parameters in memory. */
export const nothing = () => none()

/** The people who may know it, for the sight of facts. */
export const PARAMETERS = { everybodys: 'What is set in the product holds for all' } as const

export const specialPriceDays = () => integerParameter('scheme.specialPriceDays')

/** How long before a price cut a customer got the units that are proposed for price protection. */
export const protectedDays = () => integerParameter('scheme.protectedDays')

/** Whether a budget of another country or month may pay a scheme, if the approvers are told (decision 110). */
export const paysElsewhere = () => choiceParameter('scheme.budgetsElsewhere') === 'told'

/** Percent of an item's original amount that may be lost without a write-off. */
export const toleratedLosses = () => ({
  difference: integerParameter('scheme.differencePercent'),
  smallBalance: integerParameter('scheme.smallBalancePercent'),
})

/** In percent, lowest first. */
export function taxRatesOf(country: string): readonly string[] {
  return choicesParameter('scheme.taxRates')
    .filter((option) => option.startsWith(`${country}-`))
    .map((option) => option.slice(country.length + 1))
    .toSorted((one, other) => Number(one) - Number(other))
}

import Type from 'typebox'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { menuLabel } from '#kernel/base/i18n/texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { formatAmount, readAmount } from '#kernel/base/money/money.ts'
import { keptVersions, type Setting } from '#kernel/engine/setting/setting.ts'
import { inScope, scopeOf } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { priceErrors } from '../price.errors.ts'
import { examplePrices, ROUNDING_DIRECTIONS } from '../shared/price-rounding.rules.ts'
import { PRICE_ROUNDING, type RoundingContent, type RoundingLine } from './rounding-wire.ts'
import { priceRounding as en } from './rounding.en.ts'
import { priceRounding as zh } from './rounding.zh.ts'

const TEXTS = { en, zh } as const
const MOST_STEP = '1000000'
const DELIVERED: RoundingContent = { rules: [] }
const CLOSED = { additionalProperties: false }
const typed = (maxLength: number) => Type.String({ maxLength })

interface PricedArea {
  readonly id: string
  readonly scopeId: number
  readonly name: string
  readonly currencies: readonly string[]
}

const areas = (language: Language) =>
  prepared<PricedArea>(
    `price.rounding-areas.${language}`,
    `select a.area_id as id, a.organisation_id as "scopeId", a.name_${language} as name, (select array_agg(distinct c.code) from currency c
       where c.code = a.currency or c.code in (select y.currency from country y where y.area_id = a.id)) as currencies
     from area a where a.biz_system = 'gs' order by a.id`,
  )
const AREAS = { en: areas('en'), zh: areas('zh') } as const

/** An amount above or from zero on, as it would be stored; null for anything else. */
function numberOf(value: string, least: 'above' | 'from') {
  const read = readAmount(value)
  if (typeof read === 'string') return null
  return (least === 'above' ? read.gt(0) : read.gte(0)) ? read : null
}

function checkLine(line: RoundingLine, row: number, all: readonly PricedArea[]): readonly Refusal[] {
  const { areaId, currency, step, ending } = line
  const area = all.find(({ id }) => id === areaId)
  const refusals: Refusal[] = []
  if (areaId !== '' && !area) refusals.push(priceErrors.areaUnknown({ area: areaId }, { row, field: 'areaId' }))
  const among = areaId === '' ? all.flatMap(({ currencies }) => currencies) : (area?.currencies ?? [currency])
  if (!among.includes(currency)) refusals.push(priceErrors.roundingCurrency({ currency }, { row, field: 'currency' }))
  const distance = numberOf(step, 'above')
  if (distance === null || distance.gt(MOST_STEP))
    refusals.push(priceErrors.roundingStep({ most: MOST_STEP }, { row, field: 'step' }))
  const end = ending === '' ? null : numberOf(ending, 'from')
  if (ending !== '' && (end === null || (distance !== null && end.gte(distance))))
    refusals.push(priceErrors.roundingEnding({}, { row, field: 'ending' }))
  return refusals
}

async function check(tx: Tx, language: Language, { rules }: RoundingContent): Promise<readonly Refusal[]> {
  const all = await tx.rows(AREAS[language]())
  const keys = rules.map(({ areaId, currency }) => `${areaId} ${currency}`)
  return rules.flatMap((line, row) => {
    const first = keys.indexOf(keys[row]!)
    return [
      ...checkLine(line, row, all),
      ...(first === row ? [] : [priceErrors.roundingTwice({ first: first + 1 }, { row, field: 'currency' })]),
    ]
  })
}

/** How prices that are changed in percent are rounded, by area and currency (docs/decisions/130). */
export const roundingSetting: Setting<RoundingContent> = {
  kind: PRICE_ROUNDING,
  called: {
    title: (language) => menuLabel(language, 'price_rounding'),
    name: () => '',
    page: () => '/process/price/pc/rounding',
    effect: (language) => TEXTS[language].publishText,
    async inWords(tx, language, { rules = [] }) {
      const texts = TEXTS[language]
      const all = await tx.rows(AREAS[language]())
      return {
        head: [],
        rows: rules.map(({ areaId, currency, step, ending, direction }) => {
          const area = areaId === '' ? texts.anyArea : (all.find(({ id }) => id === areaId)?.name ?? areaId)
          return {
            id: `${areaId} ${currency}`,
            name: `${area}, ${currency}`,
            cells: [
              [texts.step, step],
              [texts.ending, ending === '' ? texts.none : ending],
              [texts.direction, texts.directions[direction]],
              [texts.example, examplePrices(step, ending).map(formatAmount).join(', ')],
            ],
          }
        }),
      }
    },
  },
  audited: PRICE_ROUNDING,
  rights: { view: 'price.rounding.view', edit: 'price.rounding.edit', publish: 'price.rounding.publish' },
  key: Type.Literal(PRICE_ROUNDING),
  content: Type.Object(
    {
      rules: Type.Array(
        Type.Object(
          {
            areaId: typed(9),
            currency: typed(3),
            step: typed(20),
            ending: typed(20),
            direction: Type.Union(ROUNDING_DIRECTIONS.map((each) => Type.Literal(each))),
          },
          CLOSED,
        ),
        { maxItems: 500 },
      ),
    },
    CLOSED,
  ),
  tidy: (content) => ({
    rules: (content as RoundingContent).rules.map(({ areaId, currency, step, ending, direction }) => ({
      areaId: areaId.trim(),
      currency: currency.trim(),
      step: step.trim(),
      ending: ending.trim(),
      direction,
    })),
  }),
  // Rules of areas that a reader does not work in are left out; whoever edits the setting sees all of it.
  async shownTo(tx, { principal, language }, { rules, ...content }) {
    const scopes = (['view', 'edit'] as const).map((act) => scopeOf(principal, roundingSetting.rights[act]))
    if (scopes.includes('all')) return { rules, ...content }
    const own = (await tx.rows(AREAS[language]())).filter(({ scopeId }) =>
      scopes.some((scope) => inScope(scope, scopeId)),
    )
    return { ...content, rules: rules.filter(({ areaId }) => areaId === '' || own.some(({ id }) => id === areaId)) }
  },
  versions: (tx, key) => keptVersions(tx, PRICE_ROUNDING, key, DELIVERED),
  check: (tx, { language }, _key, content) => check(tx, language, content),
}

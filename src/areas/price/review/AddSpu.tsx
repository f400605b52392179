import { lazy, useId, useState } from 'react'
import { amount } from '#kernel/base/money/money.ts'
import { plainNumber } from '#kernel/base/money/written-number.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { filledLines } from '#kernel/web/console/form/draft/draft.ts'
import type { LinesAdvice } from '#kernel/web/console/form/form-spec.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { ruleInWords } from '../rounding/rounding-texts.web.ts'
import type { RoundingRule } from '../shared/price-rounding.rules.ts'
import type { AddSpuTexts } from './add-spu.en.ts'
import './add-spu.css'

const spuText = await loadPartTexts<AddSpuTexts>('priceAddSpu', {
  en: () => import('./add-spu.en.ts'),
  zh: () => import('./add-spu.zh.ts'),
})

const DeskField = lazy(() =>
  import('#kernel/web/console/form/TextField.tsx').then((module) => ({ default: module.TextField })),
)

interface Spu {
  readonly productId: string
  readonly productName: string
  readonly spuCode: string
}

/** As many SKUs as a form takes by hand, and more. */
const MOST = 100

/** Models that a search shows. */
const SHOWN = 8

/** Products that are named where they have no price. */
const NAMED = 5

/** The percentage in the form that calls take; null for an empty text, `wrong` for a text that is no percentage. */
function readPercent(typed: string): string | null {
  if (typed.trim() === '') return null
  const plain = plainNumber(typed, '%') ?? ''
  return /^-?\d{1,7}(\.\d{1,2})?$/.test(plain) && amount(plain).gt(-100) ? plain : 'wrong'
}

/** Which prices would change, for a call; null while the head of the form does not say so. */
function partyOf({ areaId, classificationCode, customerCode, tradeTermCode, currency, effectiveFrom: day }: Values) {
  const isNamed = Boolean(classificationCode) !== Boolean(customerCode)
  if (!areaId || !isNamed || !tradeTermCode || !currency || !day) return null
  return {
    areaId,
    classificationCode: classificationCode || null,
    customerCode: customerCode || null,
    tradeTermCode,
    currency,
    day,
  }
}

interface PercentPrices {
  readonly rounding: RoundingRule
  readonly prices: readonly { readonly skuCode: string; readonly price: string | null }[]
}

/** Lines with the prices that a change in percent of the list comes to, and what is said of it; lines whose product has no price stay. */
async function priced(lines: readonly Values[], percent: string, party: object) {
  const skuCodes = [...new Set(lines.flatMap(({ skuCode }) => skuCode || []))].slice(0, 2 * MOST)
  if (skuCodes.length === 0) return { lines, said: '' }
  const { rounding, prices } = await post<PercentPrices>('/aps/gs/price/percent/check', { ...party, percent, skuCodes })
  const found = new Map(prices.flatMap(({ skuCode, price }) => (price === null ? [] : [[skuCode, price] as const])))
  const missing = skuCodes.filter((code) => !found.has(code))
  let count = 0
  const changed = lines.map((line): Values => {
    const price = found.get(line['skuCode'] ?? '')
    if (price === undefined) return line
    count += 1
    return { ...line, percent, price }
  })
  const skus = missing.slice(0, NAMED).join(', ')
  const more = missing.length - NAMED
  const sentences = [
    spuText('priced', { count }),
    ruleInWords(rounding),
    ...(missing.length > 0
      ? [
          more > 0
            ? spuText('unpricedMore', { count: missing.length, skus, more })
            : spuText('unpriced', { count: missing.length, skus }),
        ]
      : []),
  ]
  return { lines: changed, said: sentences.join(' · ') }
}

interface PercentFieldProps extends Required<Pick<LinesAdvice, 'Button' | 'Field'>> {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Whether the head of the form says which prices would change. */
  readonly hasParty: boolean
  readonly onApply: () => void
}

/** The field of the percentage by which lines are priced, and a hint about what is still missing. */
function PercentField({ typed, onType, hasParty, onApply, Button, Field }: PercentFieldProps) {
  const percent = readPercent(typed)
  const isWrong = percent === 'wrong'
  return (
    <>
      <div className="add-spu-fields">
        <Field
          label={spuText('percent')}
          inputMode="decimal"
          value={typed}
          onChange={onType}
          {...(isWrong ? { error: spuText('percentWrong') } : {})}
        />
        <Button disabled={percent === null || isWrong || !hasParty} onClick={onApply}>
          {spuText('apply')}
        </Button>
      </div>
      <p className="quiet">{hasParty ? spuText('percentHint') : spuText('party')}</p>
    </>
  )
}

/**
 * Adds a line of each SKU in life of an SPU, found by its code or name; SKUs that have a line already keep it. With a percentage it prices the added ones, or
 * all lines, by what stands in the list.
 */
export function AddSpu({ draft, onFill, Button, Field = DeskField }: LinesAdvice) {
  const id = useId()
  const { idcCode = '', areaId = '', bizSystem = 'gs' } = draft.header
  const [word, setWord] = useState('')
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly Spu[]>([])
  const [said, setSaid] = useState('')
  if (idcCode === '' || areaId === '') return null
  const percent = readPercent(typed)
  const party = partyOf(draft.header)
  const ask = async <R,>(path: string, body: object): Promise<readonly R[]> => {
    const whole = `/${bizSystem}/${encodeURIComponent(idcCode)}/oversea/aps/product/${path}`
    try {
      return (await post<{ records: readonly R[] }>(whole, { curTopAreaId: areaId, page: 1, ...body })).records
    } catch {
      // The call has shown what failed.
      return []
    }
  }
  const search = async (): Promise<void> => {
    const models = await ask<Spu>('spu/list', { keyword: word.trim(), limit: SHOWN })
    setFound(models)
    setSaid(models.length === 0 ? spuText('none') : '')
  }
  /** The lines, priced where a percentage is typed and the head says of which prices. */
  const withPrices = async (lines: readonly Values[]) => {
    if (percent === null || percent === 'wrong' || party === null) return { lines, said: '' }
    try {
      return await priced(lines, percent, party)
    } catch {
      // The call has shown what failed.
      return { lines, said: '' }
    }
  }
  const add = async ({ productId }: Spu): Promise<void> => {
    const skus = await ask<{ skuCode: string }>('sku/list/by/spu', { productId, limit: MOST })
    const lines = filledLines(draft.lines)
    const before = new Set(lines.map(({ skuCode }) => skuCode))
    const added = skus.filter(({ skuCode }) => !before.has(skuCode)).map(({ skuCode }): Values => ({ skuCode }))
    const result = await withPrices(added)
    onFill([...lines, ...result.lines])
    setSaid([spuText('added', { count: added.length }), result.said].filter(Boolean).join(' · '))
    setFound([])
  }
  const apply = async (): Promise<void> => {
    const result = await withPrices(filledLines(draft.lines))
    onFill(result.lines)
    setSaid(result.said)
  }
  return (
    <section className="form-section add-spu" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{spuText('title')}</h2>
      <div className="add-spu-fields">
        <Field label={spuText('spu')} value={word} onChange={setWord} />
        <Button disabled={word.trim() === ''} onClick={() => void search()}>
          {spuText('search')}
        </Button>
      </div>
      <ul className="add-spu-found">
        {found.map((spu) => (
          <li key={spu.productId}>
            <Button onClick={() => void add(spu)}>{`${spu.spuCode} / ${spu.productName}`}</Button>
          </li>
        ))}
      </ul>
      <PercentField
        typed={typed}
        onType={setTyped}
        hasParty={party !== null}
        onApply={() => void apply()}
        Button={Button}
        Field={Field}
      />
      <p className="quiet" role="status">
        {said}
      </p>
    </section>
  )
}

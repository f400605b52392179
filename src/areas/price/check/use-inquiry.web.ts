import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isDay } from '#kernel/base/clock/day.ts'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { useTradeTerms } from '#areas/customer/trade-terms.web.facade.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { textsOf } from '#kernel/web/console/form/draft/draft.ts'
import { useFormOptions } from '#kernel/web/console/form/form-options.ts'
import type { FieldsSpec } from '#kernel/web/console/form/form-spec.ts'
import { withChoice } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import type { PriceOfSku } from './price-check-schemas.ts'
import { priceInquiry } from './price-inquiry.ts'

await loadDocumentTexts('price', {
  en: () => import('./price-inquiry.en.ts'),
  zh: () => import('./price-inquiry.zh.ts'),
})
export const inquiryTexts = documentTexts(priceInquiry)

const SPEC: FieldsSpec = {
  definition: priceInquiry,
  useOptions(header) {
    const terms = useTradeTerms(header, { ofAll: true })
    return useMemo(() => ({ fields: { tradeTermCode: terms } }), [terms])
  },
}

/** Fields that are emptied when another changes; a price is for a customer or for a classification. */
const RESETS: Readonly<Record<string, readonly string[]>> = {
  areaId: ['customerCode', 'classificationCode', 'tradeTermCode', 'skuCode'],
  customerCode: ['classificationCode'],
  classificationCode: ['customerCode'],
}

const NAMES = Object.keys(priceInquiry.fields)

export interface Inquired {
  readonly price: PriceOfSku
  readonly intervals: readonly PriceRow[]
}

/** What is typed and cannot be asked by, each with the text that says so. */
const PROBLEMS: Readonly<Record<'quantity' | 'day', (typed: string) => boolean>> = {
  quantity: (typed) => !/^[1-9]\d{0,8}$/.test(typed),
  day: (typed) => !isDay(typed) || typed.startsWith('0000'),
}

function problemsOf(values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(PROBLEMS).flatMap(([name, isWrong]) => {
      const typed = values[name] ?? ''
      return typed !== '' && isWrong(typed) ? [[name, inquiryTexts.text(`wrong.${name}`)]] : []
    }),
  )
}

/** The question as a call takes it; null until it is complete. */
function askedOf(values: Values, idcCode: string | undefined) {
  const { areaId, customerCode, classificationCode, tradeTermCode, currency, skuCode, quantity = '', day } = values
  if (!idcCode || !areaId || !(customerCode || classificationCode) || !tradeTermCode || !currency || !skuCode)
    return null
  return {
    base: `/${values['bizSystem'] || 'gs'}/${encodeURIComponent(idcCode)}/oversea/aps/price/check`,
    party: {
      curTopAreaId: areaId,
      ...(customerCode ? { distributorCode: customerCode } : { classificationCode }),
      tradeTermCode,
      currency,
      day: day || null,
    },
    line: { skuCode, ...(quantity === '' ? {} : { quantity: Number(quantity) }) },
  }
}

async function ask({ base, party, line }: NonNullable<ReturnType<typeof askedOf>>, signal: AbortSignal) {
  const options = { signal, handles: true } as const
  const [[price], intervals] = await Promise.all([
    post<readonly PriceOfSku[]>(base, { ...party, lines: [line] }, options),
    post<readonly PriceRow[]>(`${base}/intervals`, { ...party, skuCode: line.skuCode }, options),
  ])
  return { price: price!, intervals }
}

/** The fields of an inquiry, kept in the address of the page, and its answer: the same at both widths. */
export function useInquiry(query: URLSearchParams, rename: (query: string) => void) {
  const areas = useAreas()
  const [typed, setTyped] = useState<Values>(() =>
    textsOf(priceInquiry.fields, { ...Object.fromEntries(query), areaId: query.get('areaId') ?? '' }),
  )
  const [first] = areas.options
  const header = useMemo(
    () => (typed['areaId'] || !first ? typed : { ...typed, areaId: first.value, currency: first.currency }),
    [typed, first],
  )
  const options = useFormOptions(SPEC, header)
  const area = areas.options.find(({ value }) => value === header['areaId'])
  const change = (name: string, value: string): void => {
    const emptied = value === '' ? [] : (RESETS[name] ?? [])
    const next = withChoice(
      options.fields,
      { ...header, ...Object.fromEntries(emptied.map((of) => [of, ''])) },
      name,
      value,
    )
    const kept = Object.fromEntries(NAMES.map((field) => [field, next[field] ?? '']))
    setTyped(kept)
    rename(new URLSearchParams(Object.entries(kept).filter(([, each]) => each !== '')).toString())
  }
  const errors = problemsOf(header)
  // The answer stays that of the last quantity and day that could be read.
  const [good, setGood] = useState<Values>({})
  const readable = Object.fromEntries(
    Object.keys(PROBLEMS).map((name) => [name, (name in errors ? good[name] : header[name]) ?? '']),
  )
  if (Object.entries(readable).some(([name, value]) => good[name] !== value)) setGood(readable)
  const asked = askedOf({ ...area?.sets, ...header, ...readable }, area?.idcCode)
  const read = useQuery({
    queryKey: queryKeys.list('priceRow', ['inquiry', asked]),
    queryFn: ({ signal }) => ask(asked!, signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { spec: SPEC, header, errors, options, change, answer: asked === null ? null : read }
}

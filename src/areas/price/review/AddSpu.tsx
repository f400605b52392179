import { Input } from 'antd'
import { useCallback, useId, useState } from 'react'
import { plainNumber } from '#kernel/base/money/written-number.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { filledLines } from '#kernel/web/console/form/draft/draft.ts'
import type { LinesAdvice } from '#kernel/web/console/form/form-spec.ts'
import { TextSearchChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { coded } from '#kernel/web/console/form/options.ts'
import type { AddSpuTexts } from './add-spu.en.ts'
import './add-spu.css'

const spuText = await loadPartTexts<AddSpuTexts>('priceAddSpu', {
  en: () => import('./add-spu.en.ts'),
  zh: () => import('./add-spu.zh.ts'),
})

interface Spu {
  readonly productId: string
  readonly productName: string
  readonly spuCode: string
}

interface Page<R> {
  readonly records: readonly R[]
}

/** As many SKUs as a form takes by hand, and more. */
const MOST = 100

/** Adds a line of each SKU in life of an SPU, all at one price; SKUs that have a line already keep it. */
export function AddSpu({ draft, onFill, Button }: LinesAdvice) {
  const id = useId()
  const { idcCode = '', areaId = '', bizSystem = 'gs' } = draft.header
  const [spu, setSpu] = useState<string | null>(null)
  const [price, setPrice] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const base = `/${bizSystem}/${encodeURIComponent(idcCode)}/oversea/aps/product`
  const search = useCallback(
    async (word: string, signal: AbortSignal) => {
      const body = { curTopAreaId: areaId, keyword: word, page: 1, limit: 41 }
      const { records } = await post<Page<Spu>>(`${base}/spu/list`, body, { signal, handles: true })
      return records.map(({ productId, spuCode, productName }) => ({
        ...coded(spuCode, productName),
        value: productId,
      }))
    },
    [base, areaId],
  )
  if (idcCode === '' || areaId === '') return null
  const add = async (): Promise<void> => {
    if (spu === null) return
    setAdding(true)
    try {
      const body = { curTopAreaId: areaId, productId: spu, page: 1, limit: MOST }
      const { records } = await post<Page<{ skuCode: string }>>(`${base}/sku/list/by/spu`, body)
      const lines = filledLines(draft.lines)
      const before = new Set(lines.map(({ skuCode }) => skuCode))
      const added = records.filter(({ skuCode }) => !before.has(skuCode))
      const asked = plainNumber(price, draft.header['currency']) ?? price
      onFill([...lines, ...added.map(({ skuCode }) => ({ skuCode, ...(price.trim() === '' ? {} : { price: asked }) }))])
      setSaid(spuText('added', { count: added.length }))
      setSpu(null)
    } catch {
      // The call has shown what failed.
    } finally {
      setAdding(false)
    }
  }
  return (
    <section className="form-section add-spu" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{spuText('title')}</h2>
      <div className="add-spu-fields">
        <label htmlFor={`${id}-spu`}>{spuText('spu')}</label>
        <TextSearchChoice id={`${id}-spu`} value={spu} onChange={setSpu} search={search} />
        <label htmlFor={`${id}-price`}>{spuText('price')}</label>
        <Input
          id={`${id}-price`}
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
        <Button disabled={spu === null || isAdding} onClick={() => void add()}>
          {spuText('add')}
        </Button>
      </div>
      <p className="quiet" role="status">
        {said}
      </p>
    </section>
  )
}

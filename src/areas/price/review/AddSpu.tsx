import { useId, useState } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { filledLines } from '#kernel/web/console/form/draft/draft.ts'
import type { LinesAdvice } from '#kernel/web/console/form/form-spec.ts'
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

/** As many SKUs as a form takes by hand, and more. */
const MOST = 100

/** Models that a search shows. */
const SHOWN = 8

/** Adds a line of each SKU in life of an SPU, found by its code or name; SKUs that have a line already keep it. */
export function AddSpu({ draft, onFill, Button }: LinesAdvice) {
  const id = useId()
  const { idcCode = '', areaId = '', bizSystem = 'gs' } = draft.header
  const [word, setWord] = useState('')
  const [found, setFound] = useState<readonly Spu[]>([])
  const [said, setSaid] = useState('')
  if (idcCode === '' || areaId === '') return null
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
  const add = async ({ productId }: Spu): Promise<void> => {
    const skus = await ask<{ skuCode: string }>('sku/list/by/spu', { productId, limit: MOST })
    const lines = filledLines(draft.lines)
    const before = new Set(lines.map(({ skuCode }) => skuCode))
    const added = skus.filter(({ skuCode }) => !before.has(skuCode))
    onFill([...lines, ...added.map(({ skuCode }) => ({ skuCode }))])
    setSaid(spuText('added', { count: added.length }))
    setFound([])
  }
  return (
    <section className="form-section add-spu" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{spuText('title')}</h2>
      <div className="add-spu-fields">
        <input
          type="search"
          aria-label={spuText('spu')}
          placeholder={spuText('spu')}
          autoComplete="off"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
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
      <p className="quiet" role="status">
        {said}
      </p>
    </section>
  )
}

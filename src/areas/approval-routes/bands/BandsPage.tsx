import { homeYear } from '#kernel/web/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { ViewPicker } from '#kernel/web/console/list/views/ViewPicker.tsx'
import { useTabState } from '#kernel/web/console/shell/tabs/use-tab-state.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { BandsEditor } from './BandsEditor.tsx'
import { RatesEditor } from '../rates/RatesEditor.tsx'
import { type BandsDetail, approvalRoutesApi, approvalRoutesKeys } from '../approval-routes-api.web.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import '../approval-routes.css'

type Part = 'bands' | 'rates'

/** Which levels decide up to which amount, and the rates for converting amounts. */
export default function BandsPage() {
  const [part, setPart] = useTabState<Part>('part', 'bands')
  const [reading, setReading] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: [...approvalRoutesKeys.bands, reading],
    queryFn: ({ signal }) => approvalRoutesApi.bands({ signal, handles: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <>
      <header className="page-head">
        <h1>{pageLabel('bands.title')}</h1>
      </header>
      <p className="approval-routes-hint">{pageLabel(part === 'bands' ? 'bands.hint' : 'bands.ratesHint')}</p>
      <ViewPicker
        label={pageLabel('bands.title')}
        value={part}
        views={(['bands', 'rates'] as const).map((key) => ({ key, text: pageLabel(`bands.${key}`) }))}
        onChange={setPart}
      />
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data && part === 'bands' ? (
        <BandsEditor key={reading} loaded={data} onDone={() => setReading(reading + 1)} />
      ) : null}
      {data && part === 'rates' ? <Rates authority={data} /> : null}
      {!data && !error ? <p className="quiet">{pageText('common.loading')}</p> : null}
    </>
  )
}

/** The rates of one year; next year's may be started. */
function Rates({ authority }: { readonly authority: BandsDetail }) {
  const [next] = useState(() => homeYear() + 1)
  const years = [...new Set([...authority.years, next - 1, next])].toSorted((a, b) => b - a)
  const [year, setYear] = useTabState('ratesOf', String(next - 1))
  const [reading, setReading] = useState(0)
  const before = String(Number(year) - 1)
  const { data, error, refetch } = useQuery({
    queryKey: [...approvalRoutesKeys.rates(year), reading],
    queryFn: async ({ signal }) => {
      const own = await approvalRoutesApi.rates(year, { signal, handles: true })
      if (own.versions.length > 0 || own.draft) return { own, copied: null }
      const earlier = await approvalRoutesApi.rates(before, { signal, handles: true })
      return { own, copied: earlier.versions[0]?.content ?? null }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <>
      <div className="approval-routes-year">
        <label htmlFor="rates-year">{pageLabel('bands.year')}</label>
        <TextChoice
          id="rates-year"
          value={year}
          options={years.map((each) => ({ value: String(each), label: String(each) }))}
          onChange={(value) => setYear(value ?? year)}
        />
      </div>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <RatesEditor
          key={`${year} ${reading}`}
          loaded={data.own}
          copied={data.copied}
          copiedFrom={before}
          currencies={authority.currencies}
          onDone={() => setReading(reading + 1)}
        />
      ) : null}
    </>
  )
}

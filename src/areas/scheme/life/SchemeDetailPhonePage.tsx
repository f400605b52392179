import Button from 'antd-mobile/es/components/button'
import { lazy, Suspense } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ChartLink } from '#kernel/web/console/chart/Chart.tsx'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { Collapsible } from '#kernel/web/console/phone/parts/Collapsible.tsx'
import { LoadingPart } from '#kernel/web/console/phone/parts/Loading.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { SCHEME_STATES } from '../shared/scheme-types.ts'
import '../application/application-texts.web.ts'
import { MONEY } from './scheme-wire.ts'
import { figureAddress } from './scheme-figure.web.ts'
import { documentAddress, lifeText, typeText, schemeApi, type SchemeLife } from './scheme-life.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
import './scheme-page.css'

// They come beside the figures of the scheme, with what draws them.
const Pictures = lazy(async () => ({ default: (await import('./SchemePictures.tsx')).SchemePictures }))

/** A scheme's life on a phone: figures first, then lines and documents as cards. */
export default function SchemeDetailPhonePage() {
  usePhoneTitle(lifeText('title'))
  const schemeNo = new URLSearchParams(window.location.search).get('schemeNo') ?? ''
  const read = useQuery({
    queryKey: queryKeys.list('scheme', ['life', schemeNo]),
    queryFn: ({ signal }) => schemeApi.life(schemeNo, signal),
  })
  return (
    <main className="phone-page">
      {read.isError ? <Failure error={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.data ? <Life life={read.data} /> : read.isError ? null : <LoadingPart />}
    </main>
  )
}

/** The phone has no list of postings: a figure leads to the desktop's, which fits a narrow screen too. */
const LinkTo: ChartLink = ({ to, children }) => <a href={to}>{children}</a>

function Life({ life }: { readonly life: SchemeLife }) {
  const { scheme, parts } = life
  return (
    <div className="scheme-life">
      <header>
        <div className="phone-head">
          <MenuButton />
          <h1>{scheme.name}</h1>
        </div>
        <p className="scheme-card-line">
          <span className="code">{scheme.schemeNo}</span>
          <StateMark colour={SCHEME_STATES[scheme.state]} text={schemeText(`states.${scheme.state}`)} />
        </p>
      </header>
      <Suspense fallback={<div className="scheme-pictures" />}>
        <Pictures life={life} LinkTo={LinkTo} />
      </Suspense>
      <Collapsible title={`${lifeText('parts')} (${parts.length})`}>
        <ul className="scheme-cards">
          {parts.map((part) => (
            <li key={part.fundingNo} className="scheme-card">
              <strong>
                {part.fundingNo} · {part.forBeneficiary}
              </strong>
              <span className="quiet">{[part.productCode, part.budgetCode].filter(Boolean).join(' · ')}</span>
              {[...MONEY, 'locked' as const].map((name) => (
                <span key={name} className="scheme-card-line">
                  <span className="quiet">{schemeText(`money.${name}`)}</span>
                  <LinkTo to={figureAddress(scheme.schemeNo, { figure: name, fundingNo: part.fundingNo })}>
                    <Amount value={part[name]} currency={scheme.currency} />
                  </LinkTo>
                </span>
              ))}
            </li>
          ))}
        </ul>
      </Collapsible>
      <Collapsible title={lifeText('documents')}>
        <Documents schemeNo={scheme.schemeNo} currency={scheme.currency} />
      </Collapsible>
    </div>
  )
}

function Documents({ schemeNo, currency }: { readonly schemeNo: string; readonly currency: string }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.list('scheme', ['documents', schemeNo]),
    queryFn: ({ signal, pageParam }) => schemeApi.documents(schemeNo, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const rows = (data?.pages ?? []).flatMap(({ records }) => records)
  if (data && rows.length === 0) return <p className="quiet">{lifeText('noDocuments')}</p>
  const colours = schemeApplication.states
  return (
    <>
      <ul className="scheme-cards">
        {rows.map((row) => (
          <li key={row.id}>
            <a
              className="scheme-card"
              href={row.formInstanceId ? documentAddress(row.documentType, row.formInstanceId, 'mobile') : undefined}
            >
              <span className="scheme-card-line">
                <span className="code">{row.no}</span>
                <StateMark
                  colour={colours[row.state as keyof typeof colours] ?? 'grey'}
                  text={schemeText(`documentStates.${row.state as keyof typeof colours}`)}
                />
              </span>
              <span className="scheme-card-line">
                <span>{typeText(row.documentType)}</span>
                <Amount value={row.amount} currency={currency} />
              </span>
              <span className="quiet">{formatTime(row.createdAt)}</span>
            </a>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button block fill="none" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {pageText('list.next')}
        </Button>
      ) : null}
    </>
  )
}

import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { PageTools } from '#kernel/web/console/print/DocumentTools.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { newDocumentId } from '#kernel/web/console/shell/tabs/tab-key.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import { SCHEME_SEGMENTS, schemePlace, type SchemeSegment } from '../scheme.documents.ts'
import { isRunning, SCHEME_STATES } from '../shared/scheme-types.ts'
import '../application/application-texts.web.ts'
import type { FigureFilter } from './scheme-wire.ts'
import { MONEY } from './scheme-wire.ts'
import { lifeText, typeText, schemeApi, type SchemeLife } from './scheme-life.web.ts'
import { DocumentsTable, PartsTable, PostingsTable, VersionsTable } from './SchemeTables.tsx'
import { schemeText } from '../shared/scheme-texts.web.ts'
import './scheme-page.css'

const link = (to: string, text: string) => <Link to={to}>{text}</Link>

// They come beside the figures of the scheme, with what draws them.
const Pictures = lazy(async () => ({ default: (await import('./SchemePictures.tsx')).SchemePictures }))

/** A scheme's whole life: its terms, its money by line and by month, every document and every posting. */
export default function SchemeDetailPage() {
  const [query] = useSearchParams()
  const schemeNo = query.get('schemeNo') ?? ''
  const { data, isError } = useQuery({
    queryKey: queryKeys.list('scheme', ['life', schemeNo]),
    queryFn: ({ signal }) => schemeApi.life(schemeNo, signal),
    enabled: schemeNo !== '',
  })
  // Each scheme has its own tab.
  useTabTitle(data?.scheme.schemeNo)
  if (isError || schemeNo === '') return <p className="quiet">{lifeText('unknown')}</p>
  if (!data) return null
  return <Life life={data} filter={figureOf(query)} />
}

function Life({ life, filter }: { readonly life: SchemeLife; readonly filter: FigureFilter }) {
  const { scheme } = life
  const { schemeNo, currency } = scheme
  return (
    <div className="scheme-life">
      <header className="scheme-life-head">
        <h1>
          <span className="code">{schemeNo}</span> {scheme.name}
        </h1>
        <StateMark colour={SCHEME_STATES[scheme.state]} text={schemeText(`states.${scheme.state}`)} />
        <PageTools paper={`/aps/scheme/detail/pdf?${new URLSearchParams({ schemeNo })}`} />
        <NextSteps schemeNo={schemeNo} isRunning={isRunning(scheme.state)} />
      </header>
      <Terms life={life} />
      <Suspense fallback={<div className="scheme-pictures" />}>
        <Pictures life={life} LinkTo={Link} />
      </Suspense>
      <section aria-label={lifeText('parts')}>
        <h2>{lifeText('parts')}</h2>
        <PartsTable life={life} LinkTo={Link} />
      </section>
      <section aria-label={lifeText('documents')}>
        <h2>{lifeText('documents')}</h2>
        <DocumentsTable schemeNo={schemeNo} currency={currency} link={link} />
      </section>
      <section aria-label={lifeText('postings')}>
        <h2>{lifeText('postings')}</h2>
        <PostingsTable
          key={JSON.stringify(filter)}
          schemeNo={schemeNo}
          currency={currency}
          link={link}
          filter={filter}
          LinkTo={Link}
        />
      </section>
      <section aria-label={lifeText('versions')}>
        <h2>{lifeText('versions')}</h2>
        <VersionsTable life={life} link={link} />
      </section>
    </div>
  )
}

/** Possible follow-up documents: each opens the form with the scheme set. What usually comes next while a scheme runs is a button, all others a menu. */
function NextSteps({ schemeNo, isRunning: runs }: { readonly schemeNo: string; readonly isRunning: boolean }) {
  const buttons = useButtons('scheme_detail')
  const navigate = useNavigate()
  const routes = SCHEME_SEGMENTS.filter((route) => route !== 'application' && buttons?.(rightsOf(route).submit))
  const begin = (route: SchemeSegment) => () =>
    void navigate(`/scheme/${route}/pc?${new URLSearchParams({ type: 'new', schemeNo, id: newDocumentId() })}`)
  const label = (route: SchemeSegment) => typeText(schemePlace(route).name)
  const first = runs || routes.length === 1 ? routes[0] : undefined
  const others = routes.filter((route) => route !== first)
  if (routes.length === 0) return null
  return (
    <div className="scheme-life-acts" role="group" aria-label={lifeText('next')}>
      {first ? (
        <Button type={runs ? 'primary' : 'default'} onClick={begin(first)}>
          {label(first)}
        </Button>
      ) : null}
      {others.length > 0 ? (
        <PopMenu
          label={lifeText('next')}
          className="top-button"
          trigger={
            <>
              {lifeText('next')} <Icon name="down" size={14} />
            </>
          }
          items={others.map((route) => ({ key: route, text: label(route), act: begin(route) }))}
        />
      ) : null}
    </div>
  )
}

export function Terms({ life }: { readonly life: SchemeLife }) {
  const { scheme, terms } = life
  const texts = documentTexts(schemeApplication)
  const facts: readonly (readonly [string, string])[] = [
    [texts.field('schemeType'), texts.option('schemeType', scheme.schemeType)],
    [lifeText('days'), `${scheme.startDate} – ${scheme.endDate}`],
    [texts.field('claimDeadline'), scheme.claimDeadline],
    [texts.field('settlementPeriod'), texts.option('settlementPeriod', String(terms['settlementPeriod']))],
    [texts.field('rebateType'), texts.option('rebateType', scheme.rebateType)],
    [texts.field('withholdRate'), `${String(terms['withholdRate'])} %`],
    [texts.field('currency'), scheme.currency],
    [lifeText('owner'), scheme.owner.name],
  ]
  return <DescriptionList className="scheme-terms" pairs={facts} />
}

/** The filter that such an address carries. */
function figureOf(query: URLSearchParams): FigureFilter {
  const figure = [...MONEY, 'locked' as const].find((name) => name === query.get('figure'))
  const [fundingNo, month] = [Number(query.get('fundingNo')), query.get('month') ?? '']
  return {
    ...(figure ? { figure } : {}),
    ...(Number.isInteger(fundingNo) && fundingNo > 0 ? { fundingNo } : {}),
    ...(/^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
  }
}

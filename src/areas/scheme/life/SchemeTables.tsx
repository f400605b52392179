import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChartLink } from '#kernel/web/console/chart/Chart.tsx'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { useMoreAside } from '#kernel/web/ui/use-more-aside.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { type SchemeFigure, MONEY, schemeAddress } from './scheme-wire.ts'
import { figureAddress } from './scheme-figure.web.ts'
import type { FigureFilter } from './scheme-wire.ts'
import { documentAddress, lifeText, typeText, schemeApi, type SchemeLife } from './scheme-life.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
import '#kernel/web/console/list/figure-table.css'

type Stage = 'occ' | 'cmt' | 'acr' | 'exe' | 'avl' | 'carried' | 'headquarters' | 'locked'

interface TableProps {
  readonly caption: string
  readonly heads: readonly { readonly text: string; readonly isRight?: boolean }[]
  readonly children: ReactNode
}

function Table({ caption, heads, children }: TableProps) {
  const more = useMoreAside()
  return (
    <div className="more-aside" ref={more}>
      <div className="figure-scroll" tabIndex={0} role="region" aria-label={caption}>
        <table className="figure-table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {heads.map(({ text, isRight }) => (
                <th key={text} scope="col" className={isRight ? 'cell-right' : undefined}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </div>
  )
}

/** Every part of a scheme with its amounts. */
export function PartsTable({ life, LinkTo }: { readonly life: SchemeLife; readonly LinkTo: ChartLink }) {
  const { parts, names, scheme } = life
  const texts = documentTexts(schemeApplication)
  const right = (text: string) => ({ text, isRight: true })
  return (
    <Table
      caption={lifeText('parts')}
      heads={[
        { text: lifeText('line') },
        { text: lifeText('customer') },
        { text: lifeText('product') },
        { text: lifeText('basis') },
        { text: lifeText('budget') },
        ...MONEY.map((name) => right(schemeText(`money.${name}`))),
        right(schemeText('money.locked')),
      ]}
    >
      {parts.map((part) => (
        <tr key={part.fundingNo}>
          <td>{part.fundingNo}</td>
          <td>{part.forBeneficiary}</td>
          <td>
            {part.productCode === null
              ? '/'
              : (names['skus']?.[part.productCode] ?? names['spus']?.[part.productCode] ?? part.productCode)}
          </td>
          <td>{texts.option('basis', part.basis)}</td>
          <td className="code">{part.budgetCode}</td>
          {MONEY.map((name) => (
            <td key={name} className="cell-right">
              <LinkTo to={figureAddress(scheme.schemeNo, { figure: name, fundingNo: part.fundingNo })}>
                <Amount value={part[name]} currency={scheme.currency} />
              </LinkTo>
            </td>
          ))}
          <td className="cell-right">
            <LinkTo to={figureAddress(scheme.schemeNo, { figure: 'locked', fundingNo: part.fundingNo })}>
              <Amount value={part.locked} currency={scheme.currency} />
            </LinkTo>
          </td>
        </tr>
      ))}
    </Table>
  )
}

interface OfScheme {
  readonly schemeNo: string
  readonly currency: string
  /** Device-specific link: of the desktop's router, or a plain one. */
  readonly link: (to: string, text: string) => ReactNode
}

/** All follow-up documents of a scheme, newest first. */
export function DocumentsTable({ schemeNo, currency, link }: OfScheme) {
  const { data, paging } = usePages('documents', schemeNo, schemeApi.documents)
  if (paging.total === 0) return <p className="quiet">{lifeText('noDocuments')}</p>
  const colours = schemeApplication.states
  return (
    <>
      <Table
        caption={lifeText('documents')}
        heads={[
          { text: lifeText('no') },
          { text: lifeText('document') },
          { text: lifeText('state') },
          { text: lifeText('amount'), isRight: true },
          { text: lifeText('postingDate') },
          { text: lifeText('drafter') },
          { text: lifeText('created') },
        ]}
      >
        {(data?.records ?? []).map((row) => (
          <tr key={row.id}>
            <td className="code">
              {row.formInstanceId ? link(documentAddress(row.documentType, row.formInstanceId), row.no) : row.no}
            </td>
            <td>{typeText(row.documentType)}</td>
            <td>
              <StateMark
                colour={colours[row.state as keyof typeof colours] ?? 'grey'}
                text={schemeText(`documentStates.${row.state as keyof typeof colours}`)}
              />
            </td>
            <td className="cell-right">
              <Amount value={row.amount} currency={currency} />
            </td>
            <td>{row.postingDate ?? '/'}</td>
            <td>{row.drafter.name}</td>
            <td>{formatTime(row.createdAt)}</td>
          </tr>
        ))}
      </Table>
      <Pages {...paging} />
    </>
  )
}

interface PostingsProps extends OfScheme {
  readonly filter: FigureFilter
  readonly LinkTo: ChartLink
}

/** Movements of the scheme's money, newest first, with document and person: all, or those that make up a figure. */
export function PostingsTable({ schemeNo, currency, link, filter, LinkTo }: PostingsProps) {
  const { data, first, paging } = usePages(`postings ${JSON.stringify(filter)}`, schemeNo, (no, before, signal) =>
    schemeApi.postings(no, filter, before, signal),
  )
  const { figure } = filter
  return (
    <>
      {Object.keys(filter).length > 0 ? (
        <FigureLine filter={filter} sums={first?.sums ?? null} currency={currency}>
          <LinkTo to={schemeAddress(schemeNo)}>{lifeText('allPostings')}</LinkTo>
        </FigureLine>
      ) : null}
      <Table
        caption={lifeText('postings')}
        heads={[
          { text: lifeText('at') },
          { text: lifeText('no') },
          { text: lifeText('line') },
          { text: lifeText('from') },
          { text: lifeText('to') },
          { text: lifeText('amount'), isRight: true },
          ...(figure ? [{ text: lifeText('adds', { figure: schemeText(`money.${figure}`) }), isRight: true }] : []),
          { text: lifeText('actor') },
        ]}
      >
        {(data?.records ?? []).map((row, index) => (
          <tr key={`${paging.page} ${index}`}>
            <td>{formatTime(row.at)}</td>
            <td className="code">
              {link(documentAddress(row.documentType, row.formInstanceId), row.documentNo ?? '/')}
            </td>
            <td>{row.fundingNo}</td>
            <td>{lifeText(`stages.${row.fromStage as Stage}`)}</td>
            <td>{lifeText(`stages.${row.toStage as Stage}`)}</td>
            <td className="cell-right">
              <Amount value={row.amount} currency={currency} />
            </td>
            {figure ? (
              <td className="cell-right">
                <Amount value={row.effect} currency={currency} />
              </td>
            ) : null}
            <td>{row.actor}</td>
          </tr>
        ))}
      </Table>
      <Pages {...paging} />
    </>
  )
}

interface FigureLineProps {
  readonly filter: FigureFilter
  readonly sums: Partial<Record<SchemeFigure, string>> | null
  readonly currency: string
  readonly children: ReactNode
}

/** Says which postings are shown and what they add up to, and comes into sight when it is asked for. */
function FigureLine({ filter, sums, currency, children }: FigureLineProps) {
  const line = useRef<HTMLDivElement>(null)
  const { fundingNo, month } = filter
  useEffect(() => {
    // In braces, because some browsers answer it with a promise, which React would take for the effect's clean-up.
    line.current?.scrollIntoView({ block: 'center' })
  }, [filter.figure, fundingNo, month])
  const what = [
    ...(fundingNo === undefined ? [] : [`${lifeText('line')} ${fundingNo}`]),
    ...(month === undefined ? [] : [month]),
  ]
  return (
    <div ref={line} className="scheme-figure" role="status">
      {what.length > 0 ? <strong>{what.join(' · ')}</strong> : null}
      {Object.entries(sums ?? {}).map(([name, sum]) => (
        <span key={name}>
          {schemeText(`money.${name as SchemeFigure}`)} <Amount value={sum} currency={currency} />
        </span>
      ))}
      {children}
    </div>
  )
}

interface PagesProps {
  /** Counted from 1. */
  readonly page: number
  readonly total: number | null
  readonly next: string | null
  readonly onPage: (way: 'next' | 'previous') => void
}

interface Some<T> {
  readonly records: readonly T[]
  readonly next: string | null
  readonly recordTotal: number | null
}

/** Keyset paging: the start of each page is remembered for going back. */
function usePages<T extends Some<unknown>>(
  what: string,
  schemeNo: string,
  read: (schemeNo: string, before: string | null, signal: AbortSignal) => Promise<T>,
) {
  const [began, setBegan] = useState<readonly (string | null)[]>([null])
  const before = began.at(-1) ?? null
  const pageAt = (key: string | null) => ({
    queryKey: queryKeys.list('scheme', [what, schemeNo, key]),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(schemeNo, key, signal),
  })
  const { data } = useQuery(pageAt(before))
  // The first page contains the total.
  const { data: first } = useQuery(pageAt(null))
  const next = data?.next ?? null
  const onPage: PagesProps['onPage'] = (way) =>
    setBegan((now) => (way === 'next' ? [...now, next] : now.slice(0, Math.max(1, now.length - 1))))
  return {
    data,
    first,
    paging: { page: began.length, total: first?.recordTotal ?? null, next, onPage } satisfies PagesProps,
  }
}

function Pages({ page, total, next, onPage }: PagesProps) {
  if (page === 1 && next === null) return null
  return (
    <p className="scheme-more">
      <button type="button" className="link-button" disabled={page === 1} onClick={() => onPage('previous')}>
        {pageText('list.previous')}
      </button>
      {total === null ? null : <span className="quiet">{lifeText('all', { count: total })}</span>}
      <button type="button" className="link-button" disabled={next === null} onClick={() => onPage('next')}>
        {pageText('list.next')}
      </button>
    </p>
  )
}

/** The versions of a scheme with the document that made each. */
export function VersionsTable({ life, link }: { readonly life: SchemeLife; readonly link: OfScheme['link'] }) {
  return (
    <Table
      caption={lifeText('versions')}
      heads={[
        { text: lifeText('version') },
        { text: lifeText('by') },
        { text: lifeText('days') },
        { text: lifeText('at') },
      ]}
    >
      {life.versions.map(({ version, documentType, documentNo, documentId, round, at, content }) => {
        const scheme = content['scheme'] as Readonly<Record<string, string>> | undefined
        return (
          <tr key={version}>
            <td>{version}</td>
            <td className="code">{link(documentAddress(documentType, `${documentId}-${round}`), documentNo ?? '/')}</td>
            <td>{`${scheme?.['start_date'] ?? ''} – ${scheme?.['end_date'] ?? ''} / ${scheme?.['claim_deadline'] ?? ''}`}</td>
            <td>{formatTime(at)}</td>
          </tr>
        )
      })}
    </Table>
  )
}

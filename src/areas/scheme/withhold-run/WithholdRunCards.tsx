import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { BulkTarget } from '#kernel/web/console/list/document/bulk.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { schemeAddress } from '../life/scheme-wire.ts'
import { amountOf, type Changes, type ProposedScheme, runApi, runText } from './withhold-run-api.web.ts'

interface CardsProps {
  readonly filters: Readonly<Record<string, unknown>>
  readonly changes: Changes
  readonly mayCreate: boolean
  readonly onOpen: (scheme: ProposedScheme) => void
  readonly onCreate: (target: BulkTarget<ProposedScheme>) => void
}

const PAGE = 20

/** The proposal of a month on narrow screens: each scheme as a card that can be selected, opened and turned into documents. */
export function WithholdRunCards({ filters, changes, mayCreate, onOpen, onCreate }: CardsProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ProposedScheme>>(new Map())
  const list = useInfiniteQuery({
    queryKey: queryKeys.list('withholdRun', ['cards', filters]),
    queryFn: ({ signal, pageParam }) => runApi.list({ ...filters, page: pageParam, limit: PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ recordTotal }, pages) => (pages.length * PAGE < recordTotal ? pages.length + 1 : null),
  })
  const schemes = list.data?.pages.flatMap(({ records }) => records) ?? []
  const toggle = (scheme: ProposedScheme): void => {
    const next = new Map(chosen)
    if (!next.delete(scheme.schemeNo)) next.set(scheme.schemeNo, scheme)
    setChosen(next)
  }
  return (
    <>
      {list.isError ? (
        <ErrorBanner error={list.error} text={(reason) => reason} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && schemes.length === 0 ? <p className="quiet">{runText('empty')}</p> : null}
      <ul className="withhold-run-cards" aria-label={runText('caption')}>
        {schemes.map((scheme) => (
          <Card
            key={scheme.schemeNo}
            scheme={scheme}
            changes={changes}
            isChosen={chosen.has(scheme.schemeNo)}
            onToggle={mayCreate && scheme.parts.some(({ isClosed }) => !isClosed) ? () => toggle(scheme) : null}
            onOpen={() => onOpen(scheme)}
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button block loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {pageText('phone.showMore', { count: (list.data?.pages[0]?.recordTotal ?? 0) - schemes.length })}
        </Button>
      ) : null}
      {mayCreate ? (
        <Button
          block
          type="primary"
          disabled={chosen.size === 0}
          onClick={() => onCreate({ kind: 'rows', rows: [...chosen.values()] })}
        >
          {runText('create')} ({chosen.size})
        </Button>
      ) : null}
    </>
  )
}

interface CardProps {
  readonly scheme: ProposedScheme
  readonly changes: Changes
  readonly isChosen: boolean
  readonly onToggle: (() => void) | null
  readonly onOpen: () => void
}

function Card({ scheme, changes, isChosen, onToggle, onOpen }: CardProps) {
  const { schemeNo, name, currency, parts, warnings } = scheme
  const money = [
    [runText('accrued'), scheme.accrued],
    [runText('withholdable'), scheme.withholdable],
    [runText('proposed'), scheme.amount],
    [runText('amount'), amountOf(scheme, changes)],
  ] as const
  return (
    <li>
      <label>
        <Checkbox checked={isChosen} disabled={onToggle === null} onChange={() => onToggle?.()} />
        <strong>{name}</strong>
      </label>
      <Link to={schemeAddress(schemeNo)} className="code">
        {schemeNo}
      </Link>
      <DescriptionList
        className={null}
        pairs={money.map(([label, value]) => [label, <Amount key={label} value={value} currency={currency} />])}
      />
      {warnings.length > 0 ? <p className="quiet">{warnings.join(' · ')}</p> : null}
      <Button block onClick={onOpen}>
        {runText('edit')} · {runText('partCount', { count: parts.length })}
      </Button>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { monthOptions, yearOptions } from '#kernel/web/console/form/options.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import type { BulkAction, BulkTarget } from '#kernel/web/console/list/document/bulk.ts'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { useTabState } from '#kernel/web/console/shell/tabs/use-tab-state.ts'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { monthToWithhold, RUN_SHOWN, type RunMonth } from './withhold-run.ts'
import '../application/application-texts.web.ts'
import { schemeAddress } from '../life/scheme-wire.ts'
import { type Changes, type ProposedScheme, runApi, runText } from './withhold-run-api.web.ts'
import { runColumns } from './withhold-run-columns.tsx'
import type { RunJob } from './WithholdRunProgress.tsx'
import './withhold-run.css'

// Lazy-loaded when opened.
const WithholdRunParts = lazy(async () => ({ default: (await import('./WithholdRunParts.tsx')).WithholdRunParts }))
const WithholdRunMade = lazy(async () => ({ default: (await import('./WithholdRunMade.tsx')).WithholdRunMade }))
const WithholdRunStart = lazy(async () => ({ default: (await import('./WithholdRunStart.tsx')).WithholdRunStart }))
const WithholdRunCards = lazy(async () => ({ default: (await import('./WithholdRunCards.tsx')).WithholdRunCards }))
const WithholdRunProgress = lazy(async () => ({
  default: (await import('./WithholdRunProgress.tsx')).WithholdRunProgress,
}))

/** Below this width the schemes are cards. */
const PHONE = 640

const noOf = ({ schemeNo }: ProposedScheme): string => schemeNo

/** The month in the address, else the one ending or just ended. */
function monthOf(query: URLSearchParams): RunMonth {
  const [year, month] = [Number(query.get('year')), Number(query.get('month'))]
  const isGiven = year >= 2000 && year <= 2100 && month >= 1 && month <= 12
  if (isGiven) return { year, month }
  return monthToWithhold(homeDay())
}

/** A month's withholds for a whole country: the proposal, its changes, and the resulting documents. */
export default function WithholdRunPage() {
  const [query, setQuery] = useSearchParams()
  const areas = useAreas('scheme_withhold')
  const [job, setJob] = useTabState<RunJob | null>('withholdRunJob', null)
  const { year, month } = monthOf(query)
  const area =
    areas.options.find(({ idcCode, value }) => idcCode === query.get('idcCode') || value === query.get('areaId')) ??
    areas.options[0]
  const show = (next: Readonly<Record<string, string>>) => {
    // A notification names its area by id, which is then selected.
    const { areaId: _given, ...rest } = Object.fromEntries(query)
    setQuery({ ...rest, idcCode: area?.idcCode ?? '', ...next })
  }
  return (
    <ListPage
      title={runText('title')}
      aside={
        <div className="withhold-run-choice">
          <TextChoice
            aria-label={runText('area')}
            value={area?.value ?? null}
            options={areas.options}
            isLoading={areas.isLoading}
            onChange={(value) => {
              const next = areas.options.find((option) => option.value === value)?.idcCode
              if (next) show({ idcCode: next })
            }}
          />
          <TextChoice
            aria-label={runText('year')}
            value={String(year)}
            options={yearOptions(String(year)).options}
            onChange={(next) => (next ? show({ year: next, month: String(month) }) : undefined)}
          />
          <TextChoice
            aria-label={runText('month')}
            value={String(month)}
            options={monthOptions().options}
            onChange={(next) => (next ? show({ year: String(year), month: next }) : undefined)}
          />
        </div>
      }
      tabs={areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}
    >
      {job && area && job.of === `${area.idcCode} ${year} ${month}` ? (
        <Suspense fallback={null}>
          <WithholdRunProgress job={job} onChange={setJob} />
        </Suspense>
      ) : area ? (
        <Proposals
          key={`${area.idcCode} ${year} ${month}`}
          idcCode={area.idcCode}
          year={year}
          month={month}
          onStarted={setJob}
        />
      ) : null}
    </ListPage>
  )
}

interface ProposalsProps extends RunMonth {
  readonly idcCode: string
  readonly onStarted: (job: RunJob) => void
}

function Proposals({ idcCode, year, month, onStarted }: ProposalsProps) {
  const buttons = useButtons('scheme_withhold_run')
  const mayCreate = buttons?.('scheme.withhold.submit') ?? false
  const [changes, setChanges] = useTabState<Changes>(`withholdRun ${idcCode} ${year} ${month}`, {})
  const [opened, setOpened] = useState<ProposedScheme | null>(null)
  const [target, setTarget] = useState<BulkTarget<ProposedScheme> | null>(null)
  const isNarrow = useNarrow(PHONE)
  const columns = useMemo(() => runColumns(changes, setOpened), [changes])
  const fixed = useMemo(() => ({ idcCode, year, month }), [idcCode, year, month])
  const bulk = useMemo((): readonly BulkAction<ProposedScheme>[] => [createAction(setTarget)], [])
  return (
    <>
      <p className="quiet withhold-run-intro">{runText('intro')}</p>
      <ListView<ProposedScheme>
        name="withholdRun"
        caption={runText('caption')}
        columns={columns}
        rowKey={noOf}
        rowLabel={noOf}
        filters={runFilters()}
        fixedFilters={fixed}
        fetchPage={(request, signal) => runApi.list(request, signal)}
        addressOf={({ schemeNo }) => schemeAddress(schemeNo)}
        bulk={buttons === null ? null : mayCreate ? bulk : []}
        primary={mayCreate ? <CreateAll month={fixed} onChosen={setTarget} /> : null}
        totals={(filters) => <Sums filters={filters} />}
        // The export has one row per line with its own columns: beneficiary, product, budget. Unsaved changes are not included.
        tools={(view) => (
          <ExportButton
            path="/aps/scheme/withholdRun/export"
            right="scheme.withhold.export"
            view={{ ...view, columns: [] }}
          />
        )}
        emptyText={runText('empty')}
        {...(isNarrow
          ? {
              instead: ({ filters }) => (
                <Suspense fallback={null}>
                  <WithholdRunCards
                    key={JSON.stringify(filters)}
                    filters={filters}
                    changes={changes}
                    mayCreate={mayCreate}
                    onOpen={setOpened}
                    onCreate={setTarget}
                  />
                  <Sums filters={filters} />
                </Suspense>
              ),
            }
          : {})}
      />
      <Suspense fallback={null}>
        <WithholdRunMade {...fixed} />
        {opened ? (
          <WithholdRunParts
            scheme={opened}
            changes={changes}
            mayChange={mayCreate}
            onChange={setChanges}
            onClose={() => setOpened(null)}
          />
        ) : null}
        {target ? (
          <WithholdRunStart
            target={target}
            changes={changes}
            about={fixed}
            onClose={() => setTarget(null)}
            onStarted={(job) => {
              setTarget(null)
              setChanges({})
              onStarted(job)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

/** Everything that the month proposes, without a choice of rows before. */
function CreateAll({
  month,
  onChosen,
}: {
  readonly month: RunMonth & { readonly idcCode: string }
  readonly onChosen: (target: BulkTarget<ProposedScheme>) => void
}) {
  const { data } = useQuery({
    queryKey: queryKeys.sum('withholdRun', [month]),
    queryFn: ({ signal }) => runApi.sums({ ...month }, signal),
  })
  return (
    <Button
      type="primary"
      disabled={!data || data.length === 0}
      onClick={() => onChosen({ kind: 'all', filters: { ...month } })}
    >
      {runText('createAll')}
    </Button>
  )
}

/** Schemes with a document in approval, or in closed months, are excluded with the reason. */
function createAction(onChosen: (target: BulkTarget<ProposedScheme>) => void): BulkAction<ProposedScheme> {
  return {
    key: 'create',
    label: runText('create'),
    whyNot: ({ parts }) => (parts.every(({ isClosed }) => isClosed) ? runText('inApproval') : null),
    assessAll: async (filters, signal) => {
      const { recordTotal } = await runApi.list({ ...filters, page: 1, limit: 1 }, signal)
      const open = (await runApi.sums(filters, signal)).reduce((sum, { schemeCount }) => sum + schemeCount, 0)
      const left = recordTotal - open
      return {
        chosen: recordTotal,
        eligible: open,
        reasons: left > 0 ? [{ text: runText('nothing'), count: left }] : [],
      }
    },
    act: (target) => onChosen(target),
  }
}

function runFilters(): readonly FilterSpec[] {
  const texts = documentTexts(schemeApplication)
  return [
    {
      kind: 'choice',
      name: 'show',
      label: runText('show'),
      options: RUN_SHOWN.map((value) => ({ value, label: runText(`shown.${value}`) })),
    },
    { kind: 'text', name: 'schemeNo', label: runText('scheme'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'schemeType',
      label: runText('schemeType'),
      options: (schemeApplication.fields.schemeType.options ?? []).map((value) => ({
        value,
        label: texts.option('schemeType', value),
      })),
    },
    { kind: 'text', name: 'customerCode', label: runText('customerCode'), rule: { maxLength: 64 } },
  ]
}

/** Totals of the proposal, by currency. */
function Sums({ filters }: { readonly filters: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: queryKeys.sum('withholdRun', [filters]),
    queryFn: ({ signal }) => runApi.sums(filters, signal),
  })
  if (!data || data.length === 0) return null
  return (
    <ul className="withhold-run-sums">
      {data.map(({ currency, schemeCount, partCount, amount }) => (
        <li key={currency}>
          {runText('sum', { count: schemeCount, parts: partCount })} <Amount value={amount} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

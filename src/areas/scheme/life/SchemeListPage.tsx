import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { amountColumn, documentColumn, stateColumn, textColumn } from '#kernel/web/console/list/columns.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { newDocumentId } from '#kernel/web/console/shell/tabs/tabs.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { SCHEME_STATES, type SchemeState } from '../shared/scheme-types.ts'
import '../application/application-texts.web.ts'
import { lifeText, MONEY, type Scheme, schemeAddress, schemeApi } from './scheme-life.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
import './scheme-page.css'

const noOf = ({ schemeNo }: Scheme): string => schemeNo
const addressOf = ({ schemeNo }: Scheme): string => schemeAddress(schemeNo)

/** All schemes with their amounts. */
export default function SchemeListPage() {
  const areas = useAreas()
  const navigate = useNavigate()
  const buttons = useButtons('scheme_list')
  const columns = useMemo(() => schemeColumns(), [])
  const mayApply = buttons?.('scheme.application.submit') ?? false
  return (
    <ListPage title={lifeText('title')}>
      <ListView<Scheme>
        name="scheme"
        caption={lifeText('caption')}
        columns={columns}
        rowKey={noOf}
        rowLabel={noOf}
        filters={schemeFilters(areas.options)}
        defaultSort="-schemeNo"
        fetchPage={(request, signal) => schemeApi.list(request, signal)}
        fetchCount={(filters, signal) => schemeApi.count(filters, signal)}
        addressOf={addressOf}
        totals={(filters) => <Sums filters={filters} />}
        tools={(view) => <ExportButton path="/aps/scheme/export" right="scheme.application.export" view={view} />}
        primary={
          mayApply ? (
            <Button
              type="primary"
              icon={<Icon name="plus" />}
              onClick={() =>
                void navigate(`/scheme/application/pc?${new URLSearchParams({ type: 'new', id: newDocumentId() })}`)
              }
            >
              {documentTexts(schemeApplication).text('label')}
            </Button>
          ) : null
        }
      />
    </ListPage>
  )
}

function schemeColumns(): readonly Column<Scheme>[] {
  const texts = documentTexts(schemeApplication)
  return [
    documentColumn('schemeNo', texts.field('no'), { no: noOf, address: addressOf }, { sort: 'schemeNo' }),
    textColumn('name', texts.field('name'), ({ name }) => name),
    textColumn('schemeType', texts.field('schemeType'), ({ schemeType }) => texts.option('schemeType', schemeType)),
    stateColumn('state', texts.field('state'), {
      state: ({ state }) => state,
      colours: SCHEME_STATES,
      text: (state: SchemeState) => schemeText(`states.${state}`),
    }),
    ...MONEY.map((name) =>
      amountColumn<Scheme>(name, schemeText(`money.${name}`), (row) => row[name], {
        currency: ({ currency }) => currency,
      }),
    ),
    textColumn('startDate', texts.field('startDate'), ({ startDate }) => startDate, { sort: 'startDate' }),
    textColumn('endDate', texts.field('endDate'), ({ endDate }) => endDate, { sort: 'endDate' }),
    textColumn('claimDeadline', texts.field('claimDeadline'), (row) => row.claimDeadline, { sort: 'claimDeadline' }),
    textColumn('owner', lifeText('owner'), ({ owner }) => owner.name),
  ]
}

function schemeFilters(areas: readonly { readonly idcCode: string; readonly label: string }[]): readonly FilterSpec[] {
  const texts = documentTexts(schemeApplication)
  const field = (name: string) => texts.field(name)
  return [
    { kind: 'text', name: 'schemeNo', label: field('no'), rule: { maxLength: 20 } },
    { kind: 'text', name: 'name', label: field('name'), rule: { maxLength: 100 } },
    {
      kind: 'choice',
      name: 'state',
      label: field('state'),
      options: (Object.keys(SCHEME_STATES) as SchemeState[]).map((value) => ({
        value,
        label: schemeText(`states.${value}`),
      })),
    },
    {
      kind: 'choice',
      name: 'schemeType',
      label: field('schemeType'),
      options: (schemeApplication.fields.schemeType.options ?? []).map((value) => ({
        value,
        label: texts.option('schemeType', value),
      })),
    },
    {
      kind: 'choice',
      name: 'idcCode',
      label: field('areaId'),
      options: areas.map(({ idcCode, label }) => ({ value: idcCode, label })),
    },
    { kind: 'text', name: 'customerCode', label: texts.lineField('customerCode'), rule: { maxLength: 64 } },
    { kind: 'text', name: 'currency', label: field('currency'), rule: { maxLength: 3 } },
  ]
}

/** Totals of the listed schemes, by currency. */
function Sums({ filters }: { readonly filters: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: queryKeys.sum('scheme', [filters]),
    queryFn: ({ signal }) => schemeApi.sums(filters, signal),
  })
  if (!data || data.length === 0) return null
  return (
    <div className="totals" role="group" tabIndex={0} aria-label={pageText('list.totals')}>
      {data.map((row) => (
        <div key={row.currency} className="totals-row">
          <strong>{row.currency}</strong>
          {/* A single currency's count equals the one of the pages below. */}
          {data.length > 1 ? <span className="quiet">{lifeText('all', { count: row.schemeCount })}</span> : null}
          {MONEY.map((name) => (
            <dl key={name}>
              <dt>{schemeText(`money.${name}`)}</dt>
              <dd>
                <Amount value={row[name]} />
              </dd>
            </dl>
          ))}
        </div>
      ))}
    </div>
  )
}

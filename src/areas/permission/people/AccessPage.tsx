import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { documentColumn, textColumn, timeColumn } from '#kernel/web/console/list/columns.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { Banner } from '#kernel/web/console/Banner.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { type AccessRow, permissionApi, permissionKeys, permissionPaths } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import '../permission.css'

export const accessAddress = (account: string): string => `/system/access/edit?account=${encodeURIComponent(account)}`

const accountOf = (row: AccessRow): string => row.account
const addressOf = (row: AccessRow): string => accessAddress(row.account)

/** Who holds which role where. */
export function AccessPage() {
  const [admins, setAdmins] = useState<readonly string[]>([])
  const { data } = useQuery({
    queryKey: permissionKeys.options,
    queryFn: ({ signal }) => permissionApi.options({ signal }),
  })
  const columns = useMemo(() => accessColumns(), [])
  const filters = useMemo((): readonly FilterSpec[] => {
    const roles = data?.roles ?? []
    return [
      { kind: 'text', name: 'keyword', label: label('access.keyword') },
      {
        kind: 'choice',
        name: 'role',
        label: label('access.role'),
        options: roles.map(({ code, name }) => ({ value: code, label: name })),
      },
    ]
  }, [data])
  return (
    <ListPage title={label('access.title')}>
      <p className="permission-hint">{label('access.hint')}</p>
      {admins.length > 0 ? (
        <Banner kind="info">{label('access.superAdmins', { people: admins.join(', ') })}</Banner>
      ) : null}
      <ListView<AccessRow>
        name="permissionAccess"
        caption={label('access.title')}
        columns={columns}
        rowKey={accountOf}
        filters={filters}
        fetchPage={async (request, signal) => {
          const page = await permissionApi.people(request, { signal, handles: true })
          setAdmins(page.superAdmins.map(({ name, account }) => `${name} (${account})`))
          return page
        }}
        fetchCount={(asked, signal) => permissionApi.peopleCount(asked, { signal, handles: true })}
        addressOf={addressOf}
        emptyText={label('access.empty')}
        tools={(view) => (
          <ExportButton path={`${permissionPaths.access}/export`} right="permission.export" view={view} />
        )}
      />
    </ListPage>
  )
}

function accessColumns(): readonly Column<AccessRow>[] {
  const stateOf = (status: string) =>
    status === 'active' || status === 'disabled' || status === 'inactivated' ? label(`access.states.${status}`) : status
  const number = (key: 'customers' | 'stores'): Column<AccessRow> => ({
    ...textColumn<AccessRow>(key, label(`access.${key}`), (row) => (row[key] === 0 ? null : row[key]), { width: 90 }),
    align: 'right',
  })
  return [
    documentColumn('account', label('access.account'), { no: accountOf, address: addressOf }, { width: 150 }),
    textColumn('name', label('access.name'), (row) => row.name, { width: 210 }),
    textColumn('jobTitle', label('access.job'), (row) => row.jobTitle, { width: 170 }),
    textColumn('status', label('access.state'), (row) => stateOf(row.status), { width: 100 }),
    textColumn(
      'grants',
      label('access.grants'),
      (row) => row.grants.map(({ role, place }) => label('access.grant', { role, place })).join(', '),
      { width: 420 },
    ),
    number('customers'),
    number('stores'),
    timeColumn('draftedAt', label('access.drafted'), (row) => row.draftedAt),
  ]
}

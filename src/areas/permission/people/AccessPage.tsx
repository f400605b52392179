import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Banner } from '#kernel/web/console/Banner.tsx'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { permissionApi, permissionKeys } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import type { AccessRow } from '../permission-wire.ts'
import { accessList } from './access.list.ts'
import '../permission.css'

const CELLS: ListCells<AccessRow> = {
  grants: ({ grants }) => grants.map(({ role, place }) => label('access.grant', { role, place })).join(', ') || '/',
}

/** People with the roles that they hold, and where. */
export default function AccessPage() {
  const [admins, setAdmins] = useState<readonly string[]>([])
  const { data } = useQuery({
    queryKey: permissionKeys.options,
    queryFn: ({ signal }) => permissionApi.options({ signal }),
  })
  const options = useMemo(
    () => ({ role: { options: (data?.roles ?? []).map(({ code, name }) => ({ value: code, label: name })) } }),
    [data],
  )
  return (
    <ReadListPage
      list={accessList}
      cells={CELLS}
      options={options}
      fetchPage={async (request, signal) => {
        const page = await permissionApi.people(request, { signal, handles: true })
        setAdmins(page.superAdmins.map(({ name, account }) => `${name} (${account})`))
        return page
      }}
      before={
        <>
          <p className="permission-hint">{label('access.hint')}</p>
          {admins.length > 0 ? (
            <Banner kind="info">{label('access.superAdmins', { people: admins.join(', ') })}</Banner>
          ) : null}
        </>
      }
    />
  )
}

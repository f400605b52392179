import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pageText } from '#kernel/console/client/i18n.ts'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import { useButtons } from '#kernel/console/shell/session-context.ts'
import { DataTable } from '#kernel/ui/DataTable.tsx'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { Field } from '#kernel/ui/Field.tsx'
import type { Column } from '#kernel/ui/table-columns.ts'
import { formatTime } from '#kernel/ui/time.ts'
import { Loading } from './Loading.tsx'
import { permissionApi, permissionKeys, permissionPaths, type RoleRow } from './permission-api.ts'
import { label } from './permission-texts.ts'
import './permission.css'

export const roleAddress = (code: string): string => `/system/roles/edit?code=${encodeURIComponent(code)}`

/** All roles with who works on which. */
export function RolesPage() {
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const buttons = useButtons('permission_roles')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: permissionKeys.roles,
    queryFn: ({ signal }) => permissionApi.roles({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => roleColumns(), [])
  return (
    <>
      <header className="page-head">
        <h1>{label('roles.title')}</h1>
        <div className="page-head-tools">
          <ExportButton path={`${permissionPaths.role}/export`} right="permission.export" />
          {buttons?.('permission.role.edit') ? (
            <Button type="primary" onClick={() => setMaking(true)}>
              {label('roles.make')}
            </Button>
          ) : null}
        </div>
      </header>
      <p className="permission-hint">{label('roles.hint')}</p>
      {error ? <Loading error={error} hasData={data !== undefined} onRetry={() => void refetch()} /> : null}
      <DataTable
        caption={label('roles.title')}
        columns={columns}
        rows={data ?? []}
        rowKey={({ code }) => code}
        onOpen={(row, isNewTab) => {
          if (isNewTab) window.open(roleAddress(row.code), '_blank', 'noopener')
          else void navigate(roleAddress(row.code))
        }}
        maxHeight={760}
        skeletonRows={isPending ? 18 : 0}
      />
      {isMaking ? (
        <NewRole onClose={() => setMaking(false)} onMake={(code) => void navigate(roleAddress(code))} />
      ) : null}
    </>
  )
}

function roleColumns(): readonly Column<RoleRow>[] {
  return [
    {
      key: 'name',
      title: label('roles.name'),
      isFrozen: true,
      render: (row) => <Link to={roleAddress(row.code)}>{row.name}</Link>,
    },
    { key: 'code', title: label('roles.code'), render: (row) => <code className="permission-code">{row.code}</code> },
    { key: 'rights', title: label('roles.rights'), align: 'right', render: (row) => row.rights },
    { key: 'people', title: label('roles.people'), align: 'right', render: (row) => row.people },
    {
      key: 'draft',
      title: label('roles.draft'),
      render: ({ draftBy, draftAt }) =>
        draftBy === null || draftAt === null ? (
          <span className="quiet">{label('roles.none')}</span>
        ) : (
          label('roles.draftBy', { by: draftBy, time: formatTime(draftAt) })
        ),
    },
  ]
}

interface NewRoleProps {
  readonly onClose: () => void
  readonly onMake: (code: string) => void
}

function NewRole({ onClose, onMake }: NewRoleProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const isWritten = /^[A-Za-z][A-Za-z0-9]{1,39}$/.test(code)
  return (
    <Dialog
      title={label('roles.make')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button type="primary" disabled={!isWritten} onClick={() => onMake(code)}>
            {label('roles.go')}
          </Button>
        </>
      }
    >
      <Field id={id} label={label('roles.code')} isRequired>
        <Input value={code} maxLength={40} onChange={(event) => setCode(event.target.value.trim())} />
      </Field>
      <p className="quiet">{label('roles.makeHint')}</p>
    </Dialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { DraftMark } from '#kernel/web/console/setting/DraftMark.tsx'
import { SettingList } from '#kernel/web/console/setting/SettingList.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { permissionApi, permissionKeys, permissionPaths } from '../permission-api.web.ts'
import type { RoleRow } from '../permission-wire.ts'
import { label } from '../permission-texts.web.ts'
import '../permission.css'

export const roleAddress = (code: string): string => `/system/roles/edit?code=${encodeURIComponent(code)}`

/** All roles with who works on which. */
export default function RolesPage() {
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const buttons = useButtons('permission_roles')
  const query = useQuery({
    queryKey: permissionKeys.roles,
    queryFn: ({ signal }) => permissionApi.roles({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => roleColumns(), [])
  return (
    <>
      <SettingList
        title={label('roles.list')}
        hint={label('roles.hint')}
        columns={columns}
        query={query}
        rows={query.data}
        rowKey={({ code }) => code}
        onOpen={{ addressOf: ({ code }) => roleAddress(code) }}
        usual={18}
        tools={
          <>
            <ExportButton path={`${permissionPaths.role}/export`} right="permission.export" />
            {buttons?.('permission.role.edit') ? (
              <Button type="primary" onClick={() => setMaking(true)}>
                {label('roles.make')}
              </Button>
            ) : null}
          </>
        }
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
      render: ({ draftBy, draftAt }) => <DraftMark by={draftBy ?? undefined} at={draftAt ?? undefined} />,
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

import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { get } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { ErrorBanner } from '../Banner.tsx'
import './user-dialog.css'

interface UserInfo {
  readonly userInfo: { readonly userAccount: string; readonly userName: string }
  readonly adminRoleVOList: readonly { readonly id: string; readonly name: string }[]
}

const loadInfo = () => get<UserInfo>('/api/v1/admin/user/info', { handles: true })

/** The signed-in person, read-only (spec section 2). */
export function UserDialog({ onClose }: { readonly onClose: () => void }) {
  const info = useQuery({ queryKey: ['userInfo'], queryFn: loadInfo, staleTime: 0 })
  return (
    <Dialog title={pageText('userInfo.title')} closeLabel={pageText('common.close')} onClose={onClose} width={420}>
      {info.isError ? (
        <ErrorBanner error={info.error} text={(reason) => reason} onRetry={() => void info.refetch()} />
      ) : null}
      {info.data ? <Shown {...info.data} /> : null}
      {info.isPending ? <p className="quiet">{pageText('common.loading')}</p> : null}
    </Dialog>
  )
}

function Shown({ userInfo, adminRoleVOList: roles }: UserInfo) {
  return (
    <>
      <dl className="user-dialog">
        <dt>{pageText('userInfo.account')}</dt>
        <dd>{userInfo.userAccount}</dd>
        <dt>{pageText('userInfo.name')}</dt>
        <dd>{userInfo.userName}</dd>
      </dl>
      <fieldset className="user-dialog-roles">
        <legend>{pageText('userInfo.roles')}</legend>
        {roles.map((role) => (
          <Checkbox key={role.id} checked disabled>
            {role.name}
          </Checkbox>
        ))}
        {roles.length === 0 ? <p className="quiet">{pageText('userInfo.noRoles')}</p> : null}
      </fieldset>
    </>
  )
}

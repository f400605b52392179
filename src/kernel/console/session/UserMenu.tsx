import { Icon } from '#kernel/ui/Icon.tsx'
import { PopMenu } from '#kernel/ui/PopMenu.tsx'
import { pageText } from '../client/i18n.ts'
import { signOut, type SessionUser } from '../client/session.ts'
import { hasUnsaved, keepInput } from '../client/unsaved.ts'
import { useLazyDialog } from './use-lazy-dialog.ts'

const loadUser = async () => (await import('./UserDialog.tsx')).UserDialog
const loadLeave = async () => (await import('./SignOutDialog.tsx')).SignOutDialog
const loadErrors = async () => (await import('./ErrorLogPanel.tsx')).ErrorLogPanel

/** The person's name in the top bar: who he is, and the way out. */
export function UserMenu({ user }: { readonly user: SessionUser }) {
  const info = useLazyDialog(loadUser)
  const leaving = useLazyDialog(loadLeave)
  const errors = useLazyDialog(loadErrors)
  const leave = (): void => void signOut().catch(() => undefined)
  return (
    <>
      <PopMenu
        label={pageText('shell.user', { name: user.userName })}
        trigger={
          <>
            <Icon name="user" />
            <span className="top-button-text">{user.userName}</span>
            <Icon name="down" size={12} />
          </>
        }
        items={[
          {
            key: 'info',
            icon: <Icon name="user" />,
            text: (
              <>
                {user.userName} <span className="quiet">{user.userAccount}</span>
              </>
            ),
            act: info.open,
          },
          { key: 'errors', icon: <Icon name="alert" />, text: pageText('errorLog.title'), act: errors.open },
          {
            key: 'out',
            icon: <Icon name="exit" />,
            text: pageText('shell.signOut'),
            act: () => {
              if (!hasUnsaved()) return leave()
              void keepInput().then((isKept) => (isKept ? leave() : leaving.open()))
            },
          },
        ]}
      />
      {info.Dialog ? <info.Dialog onClose={info.close} /> : null}
      {errors.Dialog ? <errors.Dialog onClose={errors.close} /> : null}
      {leaving.Dialog ? <leaving.Dialog onStay={leaving.close} onLeave={leave} /> : null}
    </>
  )
}

import { useNavigate } from 'react-router'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import { pageText } from '../client/i18n.ts'
import type { SessionUser } from '../client/session/session.ts'
import { useLazyDialog } from './use-lazy-dialog.ts'
import { useSignOut } from './use-sign-out.tsx'

const loadUser = async () => (await import('./UserDialog.tsx')).UserDialog
const loadErrors = async () => (await import('./ErrorLogPanel.tsx')).ErrorLogPanel

/** The person's menu in the top bar: their details, and sign-out. */
export function UserMenu({ user }: { readonly user: SessionUser }) {
  const navigate = useNavigate()
  const info = useLazyDialog(loadUser)
  const leaving = useSignOut()
  const errors = useLazyDialog(loadErrors)
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
          ...(user.viewer
            ? []
            : [
                {
                  key: 'sessions',
                  icon: <Icon name="clock" />,
                  text: pageText('session.ownSessions'),
                  act: () => void navigate('/account/sessions'),
                },
              ]),
          { key: 'errors', icon: <Icon name="alert" />, text: pageText('errorLog.title'), act: errors.open },
          {
            key: 'out',
            icon: <Icon name="exit" />,
            text: pageText(user.viewer ? 'session.stopViewing' : 'shell.signOut'),
            act: leaving.start,
          },
        ]}
      />
      {info.Dialog ? <info.Dialog onClose={info.close} /> : null}
      {errors.Dialog ? <errors.Dialog onClose={errors.close} /> : null}
      {leaving.dialog}
    </>
  )
}

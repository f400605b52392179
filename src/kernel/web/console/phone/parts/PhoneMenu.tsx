import { useState, useSyncExternalStore } from 'react'
import { Icon, isIconName } from '#kernel/web/ui/Icon.tsx'
import { pageText, runningLanguage } from '../../client/i18n.ts'
import { signOut, switchLanguage } from '../../client/session/session.ts'
import type { MenuItem } from '../../client/storage.ts'
import { menuTitle, type MenuNode, visibleMenu } from '../../shell/menu-tree.ts'
import { useSession } from '../../shell/session-context.ts'
import { followTheme } from '../../shell/theme-context.ts'
import { useAddress } from '../address.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { isDark, toggleTheme } from '../phone-theme.ts'
import { PhoneFind } from './PhoneFind.tsx'
import { phoneUrl } from './phone-url.ts'
import { Sheet } from './Sheet.tsx'
import '../form/picker-sheet.css'
import './phone-menu.css'

/** A button of the desktop's top bar, and hidden in its side bar; its page has cards where it is narrow. */
const DOWNLOADS = '/download/center'

/** The menu of the desktop's side bar as a sheet, with the box that finds everything, the person, the language and the theme. */
export function PhoneMenu({ onClose }: { readonly onClose: () => void }) {
  const { menus, user } = useSession()
  const [typed, setTyped] = useState('')
  const isFinding = typed.trim() !== ''
  return (
    <Sheet title={pageText('shell.menu')} onClose={onClose} isTall footer={<Looks />}>
      <div className="picker-search">
        <Icon name="search" size={18} />
        <input
          type="search"
          enterKeyHint="search"
          value={typed}
          aria-label={pageText('palette.title')}
          placeholder={pageText('palette.hint')}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {isFinding ? <PhoneFind typed={typed} menus={menus} onOpen={onClose} /> : null}
      <nav hidden={isFinding} aria-label={pageText('shell.menu')}>
        <ul>
          {visibleMenu(menus).map((node) => (
            <Node key={node.item.code} node={node} menus={menus} onOpen={onClose} />
          ))}
          {menus
            .filter(({ url }) => url === DOWNLOADS)
            .map((item) => (
              <Node key={item.code} node={{ item, children: [] }} menus={menus} onOpen={onClose} />
            ))}
        </ul>
      </nav>
      <p className="signed-in">
        <span>
          {user.userName} · {user.userAccount}
        </span>
        <button type="button" onClick={() => void signOut().catch(() => undefined)}>
          {pageText('shell.signOut')}
        </button>
      </p>
    </Sheet>
  )
}

function Looks() {
  const isDarkNow = useSyncExternalStore(followTheme, isDark)
  const isChinese = runningLanguage() === 'zh'
  return (
    <>
      <button
        type="button"
        className="phone-menu-look"
        onClick={() => {
          toggleTheme()
          window.dispatchEvent(new Event('themefollowed'))
        }}
      >
        <Icon name={isDarkNow ? 'sun' : 'moon'} size={20} />
        {pageText(isDarkNow ? 'shell.toLight' : 'shell.toDark')}
      </button>
      <button
        type="button"
        className="phone-menu-look"
        lang={isChinese ? 'en' : 'zh-CN'}
        onClick={() => void switchLanguage(isChinese ? 'en' : 'zh')}
      >
        <Icon name="globe" size={20} />
        {isChinese ? 'English' : '中文'}
      </button>
    </>
  )
}

interface NodeProps {
  readonly node: MenuNode
  readonly menus: readonly MenuItem[]
  readonly onOpen: () => void
}

function Node({ node: { item, children }, menus, onOpen }: NodeProps) {
  const { path } = useAddress()
  const title = menuTitle(item)
  if (children.length > 0)
    return (
      <li>
        <h3 className="phone-menu-group">{title}</h3>
        <ul aria-label={title}>
          {children.map((child) => (
            <Node key={child.item.code} node={child} menus={menus} onOpen={onOpen} />
          ))}
        </ul>
      </li>
    )
  const url = phoneUrl(item, menus)
  return (
    // The sheet closes also where its page stays.
    <li onClick={onOpen}>
      <PhoneLink to={url} className="phone-menu-link" {...(url === path ? { 'aria-current': 'page' as const } : {})}>
        <Icon name={isIconName(item.icon) ? item.icon : 'list'} size={20} />
        {title}
      </PhoneLink>
    </li>
  )
}

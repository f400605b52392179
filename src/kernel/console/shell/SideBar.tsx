import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Icon, isIconName } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { TaskCount } from '../inbox/TaskCount.tsx'
import { TASKS_PATH } from '../inbox/use-inbox.ts'
import { menuTitle, visibleMenu, type MenuNode } from './menu-tree.ts'
import type { SideBarState } from './use-side-bar.ts'
import './side-bar.css'

interface SideBarProps {
  readonly menus: readonly MenuItem[]
  readonly path: string
  /** The list that the page was reached from, where it is in no menu itself. */
  readonly parent: string | undefined
  readonly state: SideBarState
  /** Where an entry leads: an open page is gone back to as it was left. */
  readonly addressOf: (url: string) => string
}

/** The permitted menu. Groups are headings, not things to fold: there is nothing to hunt for. */
export function SideBar(props: SideBarProps) {
  const { state } = props
  const nodes = visibleMenu(props.menus)
  const bar = useRef<HTMLElement>(null)
  const isDrawer = state.isNarrow && state.isOpen
  useEffect(() => {
    if (!isDrawer) return undefined
    const before = document.activeElement
    bar.current?.querySelector('a')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [isDrawer])
  return (
    <nav
      ref={bar}
      className={`side-bar ${state.isOpen ? '' : 'side-bar-closed'}`}
      aria-label={pageText('shell.menu')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isDrawer) state.setOpen(false)
      }}
    >
      <ul>
        {nodes.map((node) => (
          <SideNode key={node.item.code} {...props} node={node} />
        ))}
      </ul>
      {state.isNarrow ? null : (
        <button
          type="button"
          className="side-bar-toggle"
          aria-label={pageText(state.isOpen ? 'shell.collapse' : 'shell.expand')}
          onClick={() => state.setOpen(!state.isOpen)}
        >
          <Icon name="collapse" />
        </button>
      )}
    </nav>
  )
}

function SideNode({ node, ...props }: SideBarProps & { readonly node: MenuNode }) {
  const { path, parent, state, addressOf } = props
  const title = menuTitle(node.item)
  if (node.children.length > 0) {
    return (
      <li>
        <span className="side-bar-group">{state.isOpen ? title : <hr />}</span>
        <ul aria-label={title}>
          {node.children.map((child) => (
            <SideNode key={child.item.code} {...props} node={child} />
          ))}
        </ul>
      </li>
    )
  }
  return (
    <li>
      <Link
        to={addressOf(node.item.url)}
        aria-current={path === node.item.url ? 'page' : parent === node.item.url ? 'true' : undefined}
        title={state.isOpen ? undefined : title}
        onClick={() => {
          if (state.isNarrow) state.setOpen(false)
        }}
      >
        <Icon name={isIconName(node.item.icon) ? node.item.icon : 'list'} />
        <span className={state.isOpen ? '' : 'unseen'}>{title}</span>
        {node.item.url === TASKS_PATH ? <TaskCount /> : null}
      </Link>
    </li>
  )
}

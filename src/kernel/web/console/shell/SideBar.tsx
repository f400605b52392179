import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon, isIconName } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { TASKS_PATH, useInbox, countText } from '../inbox/use-inbox.ts'
import { menuTitle, visibleMenu, type MenuNode } from './menu-tree.ts'
import type { SideBarState } from './use-side-bar.ts'
import { useBackCloses } from '#kernel/web/ui/use-modal.ts'
import { useAtRest } from '../client/at-rest.ts'
import './side-bar.css'
import '../inbox/task-count.css'

interface SideBarProps {
  readonly menus: readonly MenuItem[]
  readonly path: string
  /** The list from which the page was reached, where it has no menu entry itself. */
  readonly parent: string | undefined
  readonly state: SideBarState
  /** Address of an entry: an open page is restored as it was left. */
  readonly addressOf: (url: string) => string
}

/** The permitted menu. Its groups are headings; in a long menu they collapse, except the current page's. */
export function SideBar(props: SideBarProps) {
  const { state } = props
  const nodes = visibleMenu(props.menus)
  const groups = useMenuGroups(nodes, [props.path, props.parent])
  const bar = useRef<HTMLElement>(null)
  const isDrawer = state.isNarrow && state.isOpen
  useBackCloses(isDrawer, () => state.setOpen(false))
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
          <SideNode key={node.item.code} {...props} groups={groups} node={node} />
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

interface SideNodeProps extends SideBarProps {
  readonly node: MenuNode
  readonly groups: MenuGroups
}

function SideNode({ node, ...props }: SideNodeProps) {
  const { path, parent, state, groups, addressOf } = props
  const title = menuTitle(node.item)
  if (node.children.length > 0) {
    if (!state.isOpen) return <FoldedGroup node={node} {...props} />
    return (
      <li>
        <GroupHeading node={node} groups={groups} />
        {groups.isOpen(node) ? (
          <ul aria-label={title}>
            {node.children.map((child) => (
              <SideNode key={child.item.code} {...props} node={child} />
            ))}
          </ul>
        ) : null}
      </li>
    )
  }
  return (
    <li>
      <Link
        to={addressOf(node.item.url)}
        aria-current={path === node.item.url ? 'page' : parent === node.item.url ? 'true' : undefined}
        title={title}
        onClick={() => {
          if (state.isNarrow) state.setOpen(false)
        }}
      >
        <Icon name={isIconName(node.item.icon) ? node.item.icon : 'list'} />
        <span className={state.isOpen ? 'side-bar-title' : 'unseen'}>{title}</span>
        {node.item.url === TASKS_PATH ? <TaskCount /> : null}
      </Link>
    </li>
  )
}

/** A group in the collapsed bar: its icon, and beside it a panel with its entries while the pointer or the focus is on it. */
function FoldedGroup({ node, ...props }: SideNodeProps) {
  const [top, setTop] = useState<number | null>(null)
  const item = useRef<HTMLLIElement>(null)
  const title = menuTitle(node.item)
  const pages = pagesOf(node)
  const open = (): void => setTop(item.current?.getBoundingClientRect().top ?? 0)
  const close = (): void => setTop(null)
  const icon = [node.item.icon, pages[0]?.item.icon ?? ''].find(isIconName) ?? 'list'
  return (
    <li
      ref={item}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') open()
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse' && !item.current?.querySelector('.side-flyout :focus-visible')) close()
      }}
      onBlur={({ relatedTarget }) => {
        if (!item.current?.contains(relatedTarget)) close()
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || top === null) return
        item.current?.querySelector('button')?.focus()
        close()
      }}
    >
      <button
        type="button"
        className="side-bar-folded"
        data-current={pages.some(({ item: { url } }) => url === props.path || url === props.parent)}
        aria-label={title}
        aria-expanded={top !== null}
        onClick={open}
      >
        <Icon name={icon} />
      </button>
      {top === null ? null : (
        <div className="side-flyout" ref={(panel) => keepInside(panel, top)} onClick={close}>
          <div className="side-flyout-box">
            <p>{title}</p>
            <ul aria-label={title}>
              {pages.map((page) => (
                <SideNode key={page.item.code} {...props} state={{ ...props.state, isOpen: true }} node={page} />
              ))}
            </ul>
          </div>
        </div>
      )}
    </li>
  )
}

function pagesOf(node: MenuNode): readonly MenuNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(pagesOf)
}

/** At the height of its icon, or as much higher as a long one needs. */
function keepInside(panel: HTMLElement | null, top: number): void {
  if (panel) panel.style.top = `${Math.max(56, Math.min(top, innerHeight - panel.offsetHeight - 8))}px`
}

function GroupHeading({ node, groups }: { readonly node: MenuNode; readonly groups: MenuGroups }) {
  const title = menuTitle(node.item)
  if (!groups.isFolding) return <span className="side-bar-group">{title}</span>
  return (
    <button
      type="button"
      className="side-bar-group"
      aria-expanded={groups.isOpen(node)}
      onClick={() => groups.toggle(node)}
    >
      {title}
      <Icon name={groups.isOpen(node) ? 'down' : 'right'} size={14} />
    </button>
  )
}

const KEY = 'menuGroups'

/** Up to so many entries a menu needs no collapsing. */
const AT_A_GLANCE = 20
/** Initially expanded: the dashboard and the most used group. */
const FIRST = 2

function storedGroups(): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

interface MenuGroups {
  /** Whether groups can be collapsed. */
  readonly isFolding: boolean
  readonly isOpen: (node: MenuNode) => boolean
  readonly toggle: (node: MenuNode) => void
}

/** The expanded menu groups: those a person expanded, and the current page's. Stored in this browser. */
function useMenuGroups(nodes: readonly MenuNode[], current: readonly (string | undefined)[]): MenuGroups {
  const [chosen, setChosen] = useState(storedGroups)
  const entries = nodes.reduce((count, node) => count + Math.max(1, node.children.length), 0)
  const isFolding = entries > AT_A_GLANCE
  const groups = nodes.filter((node) => node.children.length > 0)
  const isOpen = (node: MenuNode): boolean =>
    !isFolding ||
    (chosen[node.item.code] ??
      (groups.indexOf(node) < FIRST || node.children.some(({ item }) => current.includes(item.url))))
  return {
    isFolding,
    isOpen,
    toggle: (node) => {
      const next = { ...chosen, [node.item.code]: !isOpen(node) }
      setChosen(next)
      localStorage.setItem(KEY, JSON.stringify(next))
    },
  }
}

/** The number of waiting tasks beside the label; hidden at zero. */
function TaskCount() {
  const { total } = useInbox(useAtRest())
  if (!total) return null
  return (
    <span className="task-count" title={pageText('inbox.waiting', { count: total })}>
      <span aria-hidden="true">{countText(total)}</span>
      <span className="unseen">{pageText('inbox.waiting', { count: total })}</span>
    </span>
  )
}

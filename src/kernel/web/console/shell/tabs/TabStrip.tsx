import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import { pageText } from '../../client/i18n.ts'
import { TabMenu, type TabMenuItem } from './TabMenu.tsx'
import type { Tab } from './tabs.ts'
import './tab-strip.css'

interface TabStripProps {
  readonly tabs: readonly (Tab & { readonly title: string })[]
  readonly activeKey: string
  readonly unsavedKeys: { has: (key: string) => boolean }
  readonly onClose: (keys: readonly string[]) => void
  readonly onReload: (key: string) => void
  readonly onMove: (key: string, to: number) => void
}

interface OpenMenu {
  readonly key: string
  readonly at: { readonly x: number; readonly y: number }
}

/** The tabs of visited pages. Right-click or the button at the end opens a menu; dragging sorts, the middle button closes. */
export function TabStrip(props: TabStripProps) {
  const { tabs, activeKey, unsavedKeys, onClose } = props
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const banner = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(banner, tabs.length)
  const sort = useSorting(props)
  const activeTitle = tabs.find((tab) => tab.key === activeKey)?.title
  // Scrolled into view with its close button, again when a loaded page gives it a longer name, or arrows take room.
  useEffect(() => {
    banner.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeKey, activeTitle, isCut])
  const navigate = useNavigate()
  const scroll = (by: number): void => banner.current?.scrollBy({ left: by })
  const menuTab = tabs.find((tab) => tab.key === menu?.key)
  return (
    <nav className="tab-strip" aria-label={pageText('shell.tabs')}>
      {isCut ? <Arrow to="left" act={() => scroll(-SCROLLED_PX)} /> : null}
      <div
        className="tab-strip-tabs"
        ref={banner}
        // A mouse has one wheel: it moves the tabs sideways.
        onWheel={({ deltaX, deltaY }) => {
          if (deltaX === 0) scroll(deltaY)
        }}
      >
        {tabs.map((tab, index) => (
          <TabHead
            key={tab.key}
            tab={tab}
            isActive={tab.key === activeKey}
            isUnsaved={unsavedKeys.has(tab.key)}
            drop={sort.over?.key === tab.key ? sort.over.side : undefined}
            drag={sort.dragOf(tab.key, index)}
            onKeyDown={(event) => sort.onKeyDown(event, tab.key, index)}
            onClose={() => onClose([tab.key])}
            onMenu={(at) => setMenu({ key: tab.key, at })}
          />
        ))}
      </div>
      {isCut ? (
        <>
          <Arrow to="right" act={() => scroll(SCROLLED_PX)} />
          <PopMenu
            label={pageText('shell.allTabs', { count: tabs.length })}
            className="tab-strip-more"
            trigger={<Icon name="list" size={14} />}
            items={tabs.map((tab) => ({
              key: tab.key,
              icon: <Icon name={tab.key === activeKey ? 'check' : 'file'} size={14} />,
              text: tab.title,
              act: () => void navigate(tab.pathname + tab.search),
            }))}
          />
        </>
      ) : null}
      <button
        type="button"
        className="tab-strip-more"
        aria-haspopup="menu"
        aria-label={pageText('shell.tabActions')}
        title={pageText('shell.tabActions')}
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect()
          setMenu({ key: activeKey, at: { x: right, y: bottom + 2 } })
        }}
      >
        <Icon name="down" size={14} />
      </button>
      {menu && menuTab ? (
        <TabMenu
          label={pageText('shell.tabActionsOf', { title: menuTab.title })}
          at={menu.at}
          items={itemsOf(menu.key, props)}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </nav>
  )
}

/** About two tabs. */
const SCROLLED_PX = 300

function Arrow({ to, act }: { readonly to: 'left' | 'right'; readonly act: () => void }) {
  const text = pageText(to === 'left' ? 'shell.tabsLeft' : 'shell.tabsRight')
  return (
    <button type="button" className="tab-strip-more" aria-label={text} title={text} onClick={act}>
      <Icon name={to} size={14} />
    </button>
  )
}

/** Whether there are more tabs than the strip can show. */
function useIsCut(strip: RefObject<HTMLElement | null>, tabs: number): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = strip.current
    if (!element) return undefined
    const measure = (): void => {
      // Compared with the room that there is without the arrows, or they would come and go.
      const room = element.parentElement?.clientWidth ?? 0
      setCut(element.scrollWidth > Math.max(element.clientWidth, room - TOOLS_PX))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [strip, tabs])
  return isCut
}

/** The button at the end of the strip. */
const TOOLS_PX = 36

interface TabHeadProps {
  readonly tab: Tab & { readonly title: string }
  readonly isActive: boolean
  readonly isUnsaved: boolean
  readonly drop: 'before' | 'after' | undefined
  readonly drag: DragProps
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onClose: () => void
  readonly onMenu: (at: OpenMenu['at']) => void
}

function TabHead({ tab, isActive, isUnsaved, drop, drag, onKeyDown, onClose, onMenu }: TabHeadProps) {
  const navigate = useNavigate()
  return (
    <div
      className="tab"
      data-active={isActive}
      data-drop={drop}
      {...drag}
      onAuxClick={(event) => {
        if (event.button === 1) onClose()
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(placeOf(event))
      }}
    >
      <button
        type="button"
        className="tab-name"
        title={tab.title}
        aria-current={isActive ? 'page' : undefined}
        aria-keyshortcuts="Delete Control+Shift+ArrowLeft Control+Shift+ArrowRight"
        onKeyDown={onKeyDown}
        onClick={() => void navigate(tab.pathname + tab.search)}
      >
        {isUnsaved ? <span className="tab-unsaved" title={pageText('form.unsaved')} /> : null}
        <span className="tab-title">{tab.title}</span>
      </button>
      <button
        type="button"
        className="tab-close"
        aria-label={pageText('shell.closeTab', { title: tab.title })}
        onClick={onClose}
      >
        <Icon name="close" size={12} />
      </button>
    </div>
  )
}

/** At the pointer; opened by keyboard, under the tab. */
function placeOf(event: MouseEvent<HTMLElement>): OpenMenu['at'] {
  if (event.clientX > 0 || event.clientY > 0) return { x: event.clientX, y: event.clientY }
  const { left, bottom } = event.currentTarget.getBoundingClientRect()
  return { x: left, y: bottom }
}

function itemsOf(key: string, { tabs, onClose, onReload, onMove }: TabStripProps): readonly TabMenuItem[] {
  const at = tabs.findIndex((tab) => tab.key === key)
  const keysOf = (some: readonly Tab[]): string[] => some.map((tab) => tab.key)
  const others = tabs.filter((tab) => tab.key !== key)
  const right = tabs.slice(at + 1)
  return [
    { key: 'reload', text: pageText('shell.reloadTab'), act: () => onReload(key) },
    { key: 'left', text: pageText('shell.moveLeft'), isDisabled: at === 0, act: () => onMove(key, at - 1) },
    { key: 'right', text: pageText('shell.moveRight'), isDisabled: right.length === 0, act: () => onMove(key, at + 1) },
    { key: 'close', text: pageText('shell.closeThis'), act: () => onClose([key]) },
    {
      key: 'others',
      text: pageText('shell.closeOthers'),
      isDisabled: others.length === 0,
      act: () => onClose(keysOf(others)),
    },
    {
      key: 'toRight',
      text: pageText('shell.closeRight'),
      isDisabled: right.length === 0,
      act: () => onClose(keysOf(right)),
    },
    { key: 'all', text: pageText('shell.closeAll'), act: () => onClose(keysOf(tabs)) },
  ]
}

interface DragProps {
  readonly draggable: true
  readonly onDragStart: (event: DragEvent) => void
  readonly onDragOver: (event: DragEvent) => void
  readonly onDrop: (event: DragEvent) => void
  readonly onDragEnd: () => void
}

/** Dragging sorts; so do Ctrl+Shift with an arrow key. Delete closes the focused tab. */
function useSorting({ tabs, onMove, onClose }: TabStripProps) {
  const dragged = useRef<string | null>(null)
  const [over, setOver] = useState<{ readonly key: string; readonly side: 'before' | 'after' } | null>(null)
  const end = (): void => {
    dragged.current = null
    setOver(null)
  }
  const dragOf = (key: string, index: number): DragProps => ({
    draggable: true,
    onDragStart: (event) => {
      dragged.current = key
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event) => {
      if (dragged.current === null) return
      event.preventDefault()
      const side = sideOf(event)
      if (over?.key !== key || over.side !== side) setOver({ key, side })
    },
    onDrop: (event) => {
      event.preventDefault()
      const from = tabs.findIndex((tab) => tab.key === dragged.current)
      const target = index + (sideOf(event) === 'after' ? 1 : 0)
      if (from >= 0) onMove(tabs[from]?.key ?? '', target > from ? target - 1 : target)
      end()
    },
    onDragEnd: end,
  })
  const onKeyDown = (event: KeyboardEvent, key: string, index: number): void => {
    if (event.key === 'Delete') return onClose([key])
    if (!event.ctrlKey || !event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    onMove(key, index + (event.key === 'ArrowLeft' ? -1 : 1))
  }
  return { over, dragOf, onKeyDown }
}

function sideOf(event: DragEvent): 'before' | 'after' {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return event.clientX < left + width / 2 ? 'before' : 'after'
}

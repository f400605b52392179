import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import type { Tab } from './tabs.ts'
import './tab-strip.css'

interface TabStripProps {
  readonly tabs: readonly (Tab & { readonly title: string })[]
  readonly activeKey: string
  readonly unsavedKeys: { has: (key: string) => boolean }
  readonly onClose: (keys: readonly string[]) => void
}

/** The visited pages. Right-click offers close, close others, close all; the middle button closes. */
export function TabStrip({ tabs, activeKey, unsavedKeys, onClose }: TabStripProps) {
  const navigate = useNavigate()
  const [menu, setMenu] = useState<{ key: string; x: number; y: number } | null>(null)
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeKey])
  useEffect(() => {
    if (!menu) return undefined
    const close = (): void => setMenu(null)
    document.addEventListener('click', close)
    return () => document.removeEventListener('click', close)
  }, [menu])
  const others = (key: string): string[] => tabs.filter((tab) => tab.key !== key).map((tab) => tab.key)
  return (
    <nav className="tab-strip" ref={strip} aria-label={pageText('shell.tabs')}>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          className="tab"
          data-active={tab.key === activeKey}
          onAuxClick={(event) => {
            if (event.button === 1) onClose([tab.key])
          }}
          onContextMenu={(event) => {
            event.preventDefault()
            setMenu({ key: tab.key, x: event.clientX, y: event.clientY })
          }}
        >
          <button
            type="button"
            className="tab-name"
            aria-current={tab.key === activeKey ? 'page' : undefined}
            onClick={() => void navigate(tab.pathname + tab.search)}
          >
            {unsavedKeys.has(tab.key) ? <span className="tab-unsaved" title={pageText('form.unsaved')} /> : null}
            {tab.title}
          </button>
          <button
            type="button"
            className="tab-close"
            aria-label={pageText('shell.closeTab', { title: tab.title })}
            onClick={() => onClose([tab.key])}
          >
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
      {menu ? (
        <div className="pop-menu-list tab-menu" role="menu" style={{ left: menu.x, top: menu.y }}>
          <button type="button" role="menuitem" onClick={() => onClose([menu.key])}>
            {pageText('shell.closeThis')}
          </button>
          <button type="button" role="menuitem" onClick={() => onClose(others(menu.key))}>
            {pageText('shell.closeOthers')}
          </button>
          <button type="button" role="menuitem" onClick={() => onClose(tabs.map((tab) => tab.key))}>
            {pageText('shell.closeAll')}
          </button>
        </div>
      ) : null}
    </nav>
  )
}

import { useState } from 'react'
import type { MenuNode } from './menu-tree.ts'

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

export interface MenuGroups {
  /** Whether groups can be collapsed. */
  readonly isFolding: boolean
  readonly isOpen: (node: MenuNode) => boolean
  readonly toggle: (node: MenuNode) => void
}

/** The expanded menu groups: those a person expanded, and the current page's. Stored in this browser. */
export function useMenuGroups(nodes: readonly MenuNode[], current: readonly (string | undefined)[]): MenuGroups {
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

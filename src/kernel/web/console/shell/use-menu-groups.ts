import { useState } from 'react'
import type { MenuNode } from './menu-tree.ts'

const KEY = 'menuGroups'

/** A menu of so many entries is read at a glance; in a longer one the groups fold. */
const AT_A_GLANCE = 20
/** These stay open without being asked: the dashboard and what a person works in first. */
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
  /** Whether groups can be folded at all. */
  readonly isFolding: boolean
  readonly isOpen: (node: MenuNode) => boolean
  readonly toggle: (node: MenuNode) => void
}

/** Which groups of the menu are open: those a person opened, and the one that the page is of. Kept in this browser. */
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

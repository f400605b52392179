import type { RefObject } from 'react'
import type { TableHandle } from '#kernel/web/ui/DataTable.tsx'
import { pageText } from '../client/i18n.ts'
import { useShortcut } from '../shell/shortcuts/shortcuts.ts'

interface ListKeys {
  readonly isSelecting: boolean
  readonly isOpening: boolean
}

/** The shortcuts of every list, wherever focus is on its page; the registry disables them while a person types. */
export function useListKeys(
  table: RefObject<TableHandle | null>,
  box: RefObject<HTMLElement | null>,
  { isSelecting, isOpening }: ListKeys,
): void {
  useShortcut('j', pageText('list.keys.down'), () => table.current?.move(1))
  useShortcut('k', pageText('list.keys.up'), () => table.current?.move(-1))
  useShortcut('shift+ArrowDown', pageText('list.keys.extend'), () => table.current?.move(1, true), {
    isActive: isSelecting,
  })
  useShortcut('x', pageText('list.keys.select'), () => table.current?.toggle(), { isActive: isSelecting })
  useShortcut('Enter', pageText('list.keys.open'), () => table.current?.open(), { isActive: isOpening })
  useShortcut('/', pageText('list.keys.filter'), () => {
    const field = box.current?.querySelector<HTMLElement>('.filter-bar input, .filter-bar button')
    field?.focus()
  })
}

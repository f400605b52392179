import type { Page } from '@playwright/test'

/** What may be opened over a page: dialogs and drawers, panels, menus, lists of choices, calendars. */
export const OPENED =
  'dialog[open], .popover-panel, .pop-menu-list, .view-menu, .column-panel, .palette, .ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'

/**
 * What a person would find wrong with the layout of the part that was opened last, or else of the page: parts without width, texts that
 * are cut off and can be read nowhere, and controls that nobody can hit.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate((opened) => {
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })
    const layers = [...document.querySelectorAll(opened)].filter(isShown)
    const part = layers.at(-1) ?? [...document.querySelectorAll('.pane, main')].filter(isShown).at(-1) ?? document.body
    const faults = new Set<string>()
    const nameOf = (element: Element): string => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
      const kind = [element.tagName.toLowerCase(), ...[...element.classList].slice(0, 2)].join('.')
      return `${kind} “${text.slice(0, 40)}”`
    }
    const ownText = (element: Element): string =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? '')
        .join('')
        .trim()
    /** For screen readers alone. */
    const isUnseen = (element: Element): boolean => {
      const hidden = element.closest('.unseen, [aria-hidden="true"], [role="listbox"][style*="width: 0"]')
      if (hidden) return true
      const { position, clipPath, clip } = getComputedStyle(element)
      return position === 'absolute' && (clipPath !== 'none' || clip !== 'auto')
    }
    for (const element of part.querySelectorAll('*')) {
      if (!isShown(element) || element.closest('svg, canvas, .ant-select-item-empty, .watermark')) continue
      const { width } = element.getBoundingClientRect()
      const text = ownText(element)
      const isCell = element.matches('th, td') && (element.textContent ?? '').trim() !== ''
      if (text !== '' && !isUnseen(element) && width < 1) faults.add(`without width: ${nameOf(element)}`)
      if (isCell && width < 8) faults.add(`column without width: ${nameOf(element)}`)
      const style = getComputedStyle(element)
      const isCut =
        (style.overflowX === 'hidden' || style.overflowX === 'clip') &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 1
      if (text !== '' && isCut && !isUnseen(element)) {
        // The page tells it under the pointer; a phone has none.
        element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        const hasPointer = matchMedia('(hover: hover)').matches
        const isTold = element.closest('[title]:not([title=""])') ?? element.querySelector('[title]:not([title=""])')
        if (style.textOverflow !== 'ellipsis') faults.add(`cut off without an ellipsis: ${nameOf(element)}`)
        else if (!isTold && hasPointer) faults.add(`cut off without a title: ${nameOf(element)}`)
      }
    }
    const controls = part.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, [role="button"], [role="menuitem"], [role="tab"], [role="switch"], [role="checkbox"]',
    )
    const isHit = (control: HTMLElement): boolean => {
      // A link of two lines has a box that is not all its own.
      const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      return (
        hit !== null &&
        (control.contains(hit) ||
          (hit.closest('label, button, a, .ant-select, .ant-picker')?.contains(control) ?? false))
      )
    }
    let looked = 0
    for (const control of controls) {
      if (!isShown(control) || control.closest('[inert], [aria-hidden="true"]')) continue
      const { width, height } = control.getBoundingClientRect()
      if (width < 2 || height < 2 || isUnseen(control) || getComputedStyle(control).pointerEvents === 'none') continue
      // The rows of a table are alike.
      const row = control.closest('tbody tr')
      if (row && (row.parentElement?.querySelectorAll('tr') ?? [])[Symbol.iterator] && row.matches(':nth-child(n+4)'))
        continue
      looked += 1
      if (looked > 250) break
      if (isHit(control)) continue
      for (const block of ['nearest', 'center', 'start'] as const) {
        control.scrollIntoView({ block, inline: block === 'start' ? 'center' : block, behavior: 'instant' })
        if (isHit(control)) break
      }
      if (isHit(control)) continue
      const { left, top, width: wide, height: high } = control.getBoundingClientRect()
      const over = document.elementFromPoint(left + wide / 2, top + high / 2)
      faults.add(`out of reach: ${nameOf(control)}${over ? ` under ${nameOf(over)}` : ''}`)
    }
    return [...faults]
  }, OPENED)
}

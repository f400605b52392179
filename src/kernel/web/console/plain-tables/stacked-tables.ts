import './stacked-tables.css'

// Plain tables in a window as narrow as a phone's: a row stands as a block, each cell beside the head of its column.

/** Wider ones are told from what fits by measuring; with so many columns nothing is left of each. */
const MANY_COLUMNS = 4
/** Lists, which are cards there; calendars; and what says of itself that it is looked at as a whole: a spreadsheet, a map of heat. */
const OTHERS = '.table, [class^="ant-"], [data-unstacked]'

function headsOf(table: HTMLTableElement): readonly string[] {
  const heads: string[] = []
  for (const cell of table.tHead?.rows[0]?.cells ?? [])
    for (let span = cell.colSpan; span > 0; span -= 1) heads.push(cell.textContent.trim())
  return heads
}

function stack(table: HTMLTableElement): void {
  if (table.matches(OTHERS) || table.tHead?.rows.length !== 1) return
  const heads = headsOf(table)
  const room = table.parentElement?.clientWidth ?? 0
  // What was too wide once stays stacked: unstacked it would be too wide again.
  if (!('stacked' in table.dataset)) {
    if (room === 0 || (heads.length < MANY_COLUMNS && table.offsetWidth <= room)) return
    table.dataset['stacked'] = ''
  }
  for (const body of [...table.tBodies, ...(table.tFoot ? [table.tFoot] : [])]) nameCells(body, heads)
}

/** Says beside each cell what its column is; a cell over several rows takes its column in the later ones, too. */
function nameCells(body: HTMLTableSectionElement, heads: readonly string[]): void {
  const taken = heads.map(() => 0)
  for (const row of body.rows) {
    let at = 0
    for (const cell of row.cells) {
      while ((taken[at] ?? 0) > 0) taken[at++]! -= 1
      const head = cell.colSpan > 1 ? '' : (heads[at] ?? '')
      if (cell.dataset['head'] !== head) cell.dataset['head'] = head
      for (let span = cell.colSpan; span > 0; span -= 1) taken[at++] = cell.rowSpan - 1
    }
    for (; at < taken.length; at += 1) taken[at] = Math.max(0, taken[at]! - 1)
  }
}

/** Stacks all plain tables of the page, and those that come, as long as the window is narrow. */
export function stackTables(): () => void {
  let frame = 0
  const all = (): void => {
    frame = 0
    for (const table of document.querySelectorAll<HTMLTableElement>('table')) stack(table)
  }
  const soon = (): void => {
    frame ||= requestAnimationFrame(all)
  }
  const observer = new MutationObserver(soon)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  soon()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    for (const table of document.querySelectorAll<HTMLTableElement>('table[data-stacked]'))
      delete table.dataset['stacked']
  }
}

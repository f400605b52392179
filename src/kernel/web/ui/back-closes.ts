// The browser's Back closes what stands open over a page, instead of leaving the page. What opens gets an entry of the history, and Back
// from it closes. What was closed otherwise leaves its entry, which the next thing that opens takes, and Back passes over.

interface Mark {
  /** Of the entry of something open. */
  readonly sheet?: string
  /** Of the entry below it: which one is above. */
  readonly under?: string
}

interface OpenSheet {
  entry: string
  readonly close: () => void
}

const open: OpenSheet[] = []
let entries = 0
/** The last entry of this kind that the browser went to, also after the page went on from it. */
let at = (history.state as Mark | null)?.sheet
/** The address of that entry, which may have been replaced: a draft gets its number while something is open over it. */
let address = location.href

window.addEventListener('popstate', onBack)

const mark = (): Mark => (history.state as Mark | null) ?? {}

/** Routers replace the state of an entry whole, with its address; it stays the entry of what it was. */
const replaceState = history.replaceState.bind(history)
history.replaceState = (state: unknown, unused, url) => {
  const { sheet, under } = mark()
  const marks = { ...(sheet === undefined ? {} : { sheet }), ...(under === undefined ? {} : { under }) }
  replaceState({ ...marks, ...(state as object | null) }, unused, url)
  address = location.href
}

function enter(): string {
  const { sheet } = mark()
  // The entry of something that was closed otherwise.
  if (sheet !== undefined && !open.some(({ entry }) => entry === sheet)) return (at = sheet)
  // Entries outlive a reload of the page, so that a number alone would come twice.
  const entry = `${Math.random().toString(36).slice(2)}${(entries += 1)}`
  const { under: _, ...state } = mark()
  replaceState({ ...mark(), under: entry }, '')
  history.pushState({ ...state, sheet: entry }, '')
  address = location.href
  return (at = entry)
}

function onBack(): void {
  const left = at
  const { sheet, under } = mark()
  at = sheet
  if (left !== undefined && under === left) replaceState(history.state, '', address)
  address = location.href
  if (left === undefined || left === sheet) return
  if (open.some(({ entry }) => entry === left)) {
    const above = open.slice(open.findIndex(({ entry }) => entry === sheet) + 1)
    for (const each of above.toReversed()) closeByBack(each)
  } else if (under === left) history.back()
}

/** What does not close, such as a form that asks about its input first, stays, and gets an entry again. */
function closeByBack(sheet: OpenSheet): void {
  sheet.close()
  setTimeout(() => {
    if (open.includes(sheet)) sheet.entry = enter()
  })
}

/** From now on Back calls `close`. Returns the end of that, for what is closed in any way. */
export function closeOnBack(close: () => void): () => void {
  const sheet: OpenSheet = { entry: enter(), close }
  open.push(sheet)
  return () => {
    open.splice(open.indexOf(sheet), 1)
  }
}

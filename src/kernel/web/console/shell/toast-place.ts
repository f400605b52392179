/** What a person presses, and the step of an approval that an act came to. */
const PRESSED =
  '[aria-current=step], a[href], button, input, select, textarea, summary, label, [role=button], [role=tab], [tabindex="0"]'
/** Covering what stays in its place weighs more than covering what can be scrolled away. */
const STAYS = 1_000
const STEP = 16
const EDGE = 8

/** Moves the messages to the place nearest to their own where they cover nothing, or the least, that a person presses or looks for. */
export function placeToasts(box: HTMLElement): void {
  box.style.inset = ''
  const { top: own, height } = box.getBoundingClientRect()
  if (height === 0) return
  const last = innerHeight - height - EDGE
  // From the bottom of the window upwards, or from the top downwards.
  const way = own > innerHeight / 2 ? -1 : 1
  box.style.pointerEvents = 'none'
  let best = own
  let least = Infinity
  // Each place costs thousands of looks at the page, so the first one that covers nothing ends the search.
  for (let step = 0; step * STEP < innerHeight && least > 0; step += 1) {
    const top = own + way * step * STEP
    if (top < EDGE || top > last) continue
    const weight = weightAt(box, top)
    if (weight < least) [best, least] = [top, weight]
  }
  box.style.pointerEvents = ''
  box.style.insetBlock = way < 0 ? `auto ${innerHeight - best - height}px` : `${best}px auto`
}

function weightAt(box: HTMLElement, top: number): number {
  const { left, width, height } = box.getBoundingClientRect()
  const found = new Set<Element>()
  for (const y of points(top, height))
    for (const x of points(left, width)) {
      const pressed = document.elementFromPoint(x, y)?.closest(PRESSED)
      if (pressed) found.add(pressed)
    }
  return [...found].reduce((sum, element) => sum + (staysInPlace(element) ? STAYS : 1), 0)
}

/** Points along an edge with both of its ends, no further apart than the smallest button is long. */
function points(from: number, length: number): readonly number[] {
  const parts = Math.ceil(length / 16)
  return Array.from({ length: parts + 1 }, (_, at) => from + 1 + (at * (length - 2)) / parts)
}

function staysInPlace(element: Element | null): boolean {
  for (let at = element; at && at !== document.body; at = at.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
  return false
}

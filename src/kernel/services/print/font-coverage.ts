/** Which characters a font has a glyph for. */
export type Covers = (codePoint: number) => boolean

/**
 * Reads the character map of a TrueType font (table `cmap`, format 12). An uncovered character would be printed as a
 * meaningless empty box that copies as another character, so it is detected beforehand.
 */
export function fontCoverage(font: Uint8Array): Covers {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const ranges = rangesOf(view, subtableOf(view, tableOf(view, 'cmap')))
  return (codePoint) => {
    let [low, high] = [0, ranges.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const range = ranges[middle]!
      if (codePoint < range.first) high = middle - 1
      else if (codePoint > range.last) low = middle + 1
      else return true
    }
    return false
  }
}

interface Range {
  readonly first: number
  readonly last: number
}

function tableOf(view: DataView, tag: string): number {
  const count = view.getUint16(4)
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 16
    const name = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
    if (name === tag) return view.getUint32(at + 8)
  }
  throw new Error(`the font has no table ${tag}`)
}

const SEGMENTED_COVERAGE = 12

function subtableOf(view: DataView, cmap: number): number {
  const count = view.getUint16(cmap + 2)
  for (let index = 0; index < count; index += 1) {
    const at = cmap + view.getUint32(cmap + 4 + index * 8 + 4)
    if (view.getUint16(at) === SEGMENTED_COVERAGE) return at
  }
  throw new Error('the font has no character map of format 12')
}

function rangesOf(view: DataView, at: number): readonly Range[] {
  return Array.from({ length: view.getUint32(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12
    return { first: view.getUint32(group), last: view.getUint32(group + 4) }
  })
}

export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}` in it. */
  readonly url: string
  /** Shown on every map, as those who made the pictures ask. */
  readonly attribution: string
}

/** `https://tiles.company.example/{z}/{x}/{y}.png`, and who made them. The host is fixed: the policy of the pages names it. */
export function readMapTiles(
  url: string | undefined,
  attribution: string | undefined,
  problems: string[],
): MapTiles | null {
  if (url === undefined) return null
  const host = /^https?:\/\/[^/{}]+\//i.exec(url)
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => url.includes(part))
  if (!host || !isWhole || !URL.canParse(host[0]))
    problems.push('MAP_TILES_URL must be an address with {z}, {x} and {y} after its host')
  return { url, attribution: attribution ?? '' }
}

export interface MapTiles {
  /** Address template with `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Shown on every map, as the licence of the tiles asks. */
  readonly attribution: string
}

/**
 * Reads `https://tiles.company.example/{z}/{x}/{y}.png` and its attribution. The host is fixed because the content
 * security policy of the pages names it.
 */
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

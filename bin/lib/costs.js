// The last lines of `npm test` about time: the slowest files, and the cost of each area.

/**
 * @typedef {object} Cost
 * @property {string} file
 * @property {number} seconds of one worker
 */

const SLOWEST = 10

/** @param {number} seconds */
const rounded = (seconds) => `${seconds.toFixed(0).padStart(6)} s`

/**
 * @param {readonly Cost[]} costs
 * @param {ReadonlyMap<string, readonly string[]>} areasOf the areas that a test concerns, by its file
 * @returns {string} lines to print
 */
export function costLines(costs, areasOf) {
  const slowest = costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  /** @type {Map<string, { seconds: number, files: number }>} */
  const byArea = new Map()
  for (const { file, seconds } of costs) {
    const areas = areasOf.get(file) ?? []
    // The time of a file that concerns several areas is divided equally.
    for (const area of areas.length > 0 ? areas : ['kernel and app']) {
      const known = byArea.get(area) ?? { seconds: 0, files: 0 }
      byArea.set(area, { seconds: known.seconds + seconds / Math.max(1, areas.length), files: known.files + 1 })
    }
  }
  const ofAreas = [...byArea].toSorted(([, a], [, b]) => b.seconds - a.seconds)
  return [
    'Slowest (seconds of one worker; there are two or more):',
    ...slowest.map(({ file, seconds }) => `${rounded(seconds)}  ${file}`),
    'What each area costs:',
    ...ofAreas.map(([area, { seconds, files }]) => `${rounded(seconds)}  ${area} (${files} files)`),
  ].join('\n')
}

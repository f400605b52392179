const WIDTH = 96
const HEIGHT = 24
const EDGE = 2

/** A small line of values in time. What it shows is said in words for those who do not see it. */
export function Sparkline({ values, text }: { readonly values: readonly number[]; readonly text: string }) {
  const most = Math.max(...values, 0)
  const least = Math.min(...values, 0)
  const x = (at: number) => EDGE + (at / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE)
  const y = (value: number) => HEIGHT - EDGE - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * EDGE)
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <svg
      className="sparkline"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="2" fill="currentColor" />
    </svg>
  )
}

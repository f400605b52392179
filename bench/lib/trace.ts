import type { CDPSession } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread, without other load. */
  readonly tdur?: number
  readonly tid: number
  readonly pid: number
  readonly args?: { readonly name?: string }
}

export interface Scrolled {
  /** The longest task of the page's main thread, by its processor time and by the clock. */
  readonly longestTask: number
  readonly longestByClock: number
  /** Script, style and layout time of a frame: the median, and the 95th percentile. */
  readonly frameMedian: number
  readonly frame95: number
  readonly frames: number
}

const CATEGORIES =
  'devtools.timeline,disabled-by-default-devtools.timeline,devtools.timeline.frame,disabled-by-default-devtools.timeline.frame,__metadata'
const WORK = new Set([
  'FunctionCall',
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'RunMicrotasks',
  'MajorGC',
  'MinorGC',
  'UpdateLayoutTree',
  'Layout',
])

/** The main thread's activity during an action, from Chromium's own trace. */
export async function traced(session: CDPSession, action: () => Promise<void>): Promise<Scrolled> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES.split(',') },
  })
  await action()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  return measured(events)
}

function measured(events: readonly TraceEvent[]): Scrolled {
  const frames = events.filter(({ name }) => name === 'BeginMainThreadFrame')
  // Several pages may have a main thread; ours is the one that drew frames.
  const own = new Map<string, number>()
  for (const { pid, tid } of frames) own.set(`${pid} ${tid}`, (own.get(`${pid} ${tid}`) ?? 0) + 1)
  const [main] = [...own].toSorted((a, b) => b[1] - a[1])
  if (!main) throw new Error('the trace holds no frame')
  const mine = events.filter(({ pid, tid }) => `${pid} ${tid}` === main[0]).toSorted((a, b) => a.ts - b.ts)
  const starts = mine.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)
  const tasks = mine.filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'))
  const work = joined(mine.filter(({ name, ph, dur }) => ph === 'X' && dur !== undefined && WORK.has(name)))
  const spent = starts.map((start, at) => {
    const end = starts[at + 1] ?? start + 100_000
    return work.filter(([from]) => from >= start && from < end).reduce((sum, [from, to]) => sum + to - from, 0) / 1000
  })
  const sorted = spent.toSorted((a, b) => a - b)
  return {
    longestTask: Math.max(0, ...tasks.map(({ dur = 0, tdur = dur }) => tdur)) / 1000,
    longestByClock: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000,
    frameMedian: sorted[sorted.length >> 1] ?? 0,
    frame95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    frames: starts.length,
  }
}

/** Nested events overlap, so overlaps count once. */
function joined(events: readonly TraceEvent[]): (readonly [from: number, to: number])[] {
  const spans: [number, number][] = []
  for (const { ts, dur = 0 } of events) {
    const last = spans.at(-1)
    if (last && ts <= last[1]) last[1] = Math.max(last[1], ts + dur)
    else spans.push([ts, ts + dur])
  }
  return spans
}

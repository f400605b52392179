// Lighthouse's performance score of the signed-in list, with its desktop settings: a simulated network and an unthrottled processor.
import './lib/find-browser.ts'
import { type Audited, whileSignedIn } from '#test/e2e/pictures/lighthouse.ts'
import { demoInstance } from './lib/demo-instance.ts'
import { IS_SMALL, load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const METRICS = {
  'first-contentful-paint': 'first paint ms',
  'largest-contentful-paint': 'largest paint ms',
  'total-blocking-time': 'blocked ms',
  'cumulative-layout-shift': 'shift',
  'speed-index': 'speed index ms',
} as const

const instance = await demoInstance('lighthouse')
try {
  const { origin } = instance
  const visit = { origin, account: 'in.channel', path: '/budget/pc/country/list', shows: /BL\d{9}/ }
  const busy = load()
  const rounds: Audited[] = []
  await whileSignedIn(visit, async (audit) => {
    // The first visit only fills the browser's code cache, as on a person's first day.
    if (!IS_SMALL) await audit('performance')
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await audit('performance'))
  })
  const score = median(rounds.map(({ scores }) => scores.performance ?? 0))
  printTable(
    [...rounds.entries()].map(([round, { scores, metrics }]) => ({
      'signed-in list': `round ${round + 1}`,
      score: scores.performance ?? 0,
      ...Object.fromEntries(
        Object.entries(METRICS).map(([id, title]) => {
          const value = metrics[id] ?? Number.NaN
          return [title, value.toFixed(value < 1 && value > 0 ? 3 : 0)]
        }),
      ),
    })),
  )
  console.log(`median of ${ROUNDS} rounds; load before ${busy}, after ${load()}`)
  for (const fault of new Set(rounds.flatMap(({ faults }) => faults))) console.log(`below 1: ${fault}`)
  printGoals([{ what: 'Lighthouse performance, signed-in list', value: score, goal: 95, is: 'least', unit: 'points' }])
} finally {
  await instance.close()
}

// Lighthouse's performance score of the signed-in list, with its desktop settings: a simulated network and a processor as it is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDemo } from '#app/demo.ts'
import { Shutdown } from '#app/launch/shutdown.ts'
import { ensureWebBuild } from '#app/launch/web-build.ts'
import { readConfig } from '#kernel/config/config.ts'
import { type Audited, whileSignedIn } from '#test/e2e/support/lighthouse.ts'
import { findChromium } from '../bin/lib/chromium.js'
import { benchDatabase } from './lib/database.ts'
import { startServer } from './lib/processes.ts'
import { load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const METRICS = {
  'first-contentful-paint': 'first paint ms',
  'largest-contentful-paint': 'largest paint ms',
  'total-blocking-time': 'blocked ms',
  'cumulative-layout-shift': 'shift',
  'speed-index': 'speed index ms',
} as const

process.env['CHROMIUM_PATH'] ??= findChromium()
await ensureWebBuild(new Shutdown(), (text) => console.log(text))
const database = await benchDatabase('lighthouse')
const dataDir = mkdtempSync(join(tmpdir(), 'bench-lighthouse-'))
await loadDemo(database.url, readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '1' }))
const server = await startServer(database.url, { HOST: 'localhost', DATA_DIR: dataDir })
try {
  const origin = `http://localhost:${server.port}`
  const visit = { origin, account: 'in.channel', path: '/budget/pc/country/list', shows: /BL\d{9}/ }
  const busy = load()
  const rounds: Audited[] = []
  await whileSignedIn(visit, async (audit) => {
    // The first visit only fills the browser's code cache, which everyone after their first day has.
    await audit('performance')
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
  await server.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}

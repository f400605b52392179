// Test files that take turns: each run of `npm test` runs a part of them, which the commit chooses, and `npm run soak`
// runs all (decision 145). By its own path, or by `npm test -- <area>`, a file always runs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { root } from './bootstrap.js'

/**
 * A third of them in each run: crashes of one kind of work each (crash.test.ts, with the same kills, is in every run),
 * the oldest PostgreSQL, other days, random lives, and attack tools. In this order so that the thirds cost the same.
 */
export const LONG_FILES = [
  'test/scenario/processes/oldest-postgresql.test.ts',
  'test/scenario/imports/imports-crash.test.ts',
  'test/hostile/tools.test.ts',
  'test/scenario/downloads/downloads-crash.test.ts',
  'test/scenario/approval/approvals-two-processes.test.ts',
  'test/scenario/scheme/withhold-run-crash.test.ts',
  'test/scenario/processes/upgrade.test.ts',
  'test/scenario/processes/price-crash.test.ts',
  'test/scenario/scheme/scheme-random-lives.test.ts',
  'test/scenario/device/device-random-lives.test.ts',
  'src/app/demo-days.scenario.test.ts',
  'test/scenario/sync/sync-crash.test.ts',
  'test/scenario/processes/other-days.test.ts',
  'src/kernel/platform/db/embedded/embedded.scenario.test.ts',
  'test/scenario/notifications/notifications-crash.test.ts',
  'test/hostile/held-process.test.ts',
]

/**
 * A half of them in each run: stories of the pages of one subject, whose calls scenarios make in every run. The whole
 * job, signing in, sessions, documents, lists, layout, accessibility and stored markup are not among them.
 */
export const STORIES = [
  'test/e2e/home.e2e.ts',
  'test/e2e/scheme-documents.e2e.ts',
  'test/e2e/kit.e2e.ts',
  'test/e2e/frame.e2e.ts',
  'test/e2e/downloads.e2e.ts',
  'test/e2e/scheme-effects.e2e.ts',
  'test/e2e/imports.e2e.ts',
  'test/e2e/administration.e2e.ts',
  'test/e2e/stores.e2e.ts',
  'test/e2e/paste-and-upload.e2e.ts',
  'test/e2e/palette.e2e.ts',
  'test/e2e/funds.e2e.ts',
  'test/e2e/prices/prices.e2e.ts',
  'test/e2e/charts.e2e.ts',
  'test/e2e/print.e2e.ts',
  'test/e2e/file-preview.e2e.ts',
  'test/e2e/phone/menu.e2e.ts',
  'test/e2e/scheme-beneficiary.e2e.ts',
  'test/e2e/attachments.e2e.ts',
  'test/e2e/list-views.e2e.ts',
  'test/e2e/withhold-run.e2e.ts',
  'test/e2e/list-frame.e2e.ts',
  'test/e2e/phone/lists.e2e.ts',
  'test/e2e/records.e2e.ts',
  'test/e2e/notifications.e2e.ts',
  'test/e2e/product.e2e.ts',
  'test/e2e/budget-setting.e2e.ts',
  'test/e2e/absence.e2e.ts',
  'test/e2e/levels.e2e.ts',
  'test/e2e/devices.e2e.ts',
  'test/e2e/route-templates.e2e.ts',
  'test/e2e/synchronization.e2e.ts',
  'test/e2e/scheme-reduced.e2e.ts',
  'test/e2e/record-life.e2e.ts',
]

/** Files next to each other in a list have different turns. @param {readonly string[]} files @param {number} parts @param {number} part */
export const othersOf = (files, parts, part) => files.filter((_, index) => index % parts !== part % parts)

function numberOfCommit() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
    return createHash('sha256').update(commit).digest().readUInt32BE()
  } catch {
    // Without its history the code is the same in each run, and so is the part.
    return 0
  }
}

/** The files whose turn it is not in this run, for vitest and for Playwright; `FILES_PART` chooses a part, or `all`. */
export function filesOfOtherRuns() {
  const wanted = process.env.FILES_PART
  if (wanted === 'all') return { long: [], stories: [] }
  const part = wanted === undefined ? numberOfCommit() : Number(wanted)
  return { long: othersOf(LONG_FILES, 3, part), stories: othersOf(STORIES, 2, part) }
}

// Reads what vitest and Playwright report of a run.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './bootstrap.js'

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} names of the failed tests, each with the first line of its error
 * @property {string[]} files in which a test failed; empty for Playwright, which knows by itself what failed last
 */

/** @typedef {import('./costs.js').Cost} Cost */
/** @typedef {import('@playwright/test/reporter').JSONReportSuite} Suite */

/** @returns {Outcome} of a tool that wrote no report, because it ended before */
const nothing = () => ({ passed: 0, failed: 0, names: [], files: [] })

/** @param {string} text */
const firstLine = (text) => text.trim().split('\n')[0]?.slice(0, 200) ?? ''

/**
 * @template Report
 * @param {string} path
 * @returns {Report | undefined} undefined where the tool did not write it
 */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** @param {string} path @returns {Outcome} */
export function vitestOutcome(path) {
  /** @type {import('vitest/node').JsonTestResults | undefined} */
  const report = readReport(path)
  if (!report) return nothing()
  const bad = report.testResults.filter(({ status }) => status === 'failed')
  const names = bad.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return [`${file}: ${firstLine(message)}`]
    return tests.map(
      ({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine((failureMessages ?? []).join(' '))}`,
    )
  })
  return { passed: report.numPassedTests, failed: names.length, names, files: bad.map(({ name }) => name) }
}

/** @param {string} path written by module-times.js @returns {Cost[]} one for each file */
export function vitestCosts(path) {
  return readReport(path) ?? []
}

/** @param {Suite[]} suites @returns {import('@playwright/test/reporter').JSONReportSpec[]} */
function specsOf(suites) {
  return suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsOf(inner ?? [])])
}

/** @param {string} path @returns {Outcome} */
export function playwrightOutcome(path) {
  /** @type {import('@playwright/test/reporter').JSONReport | undefined} */
  const report = readReport(path)
  if (!report) return nothing()
  const bad = specsOf(report.suites).filter(({ ok }) => !ok)
  const names = bad.map(({ file, line, title, tests }) => {
    const error = tests[0]?.results[0]?.error?.message ?? ''
    return `${file}:${line} › ${title}: ${firstLine(error)}`
  })
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky, names, files: [] }
}

/** @param {string} path @returns {Cost[]} one for each file */
export function playwrightCosts(path) {
  /** @type {import('@playwright/test/reporter').JSONReport | undefined} */
  const report = readReport(path)
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const { file, tests } of specsOf(report?.suites ?? [])) {
    const spent = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0)
    seconds.set(`test/e2e/${file}`, (seconds.get(`test/e2e/${file}`) ?? 0) + spent)
  }
  return [...seconds].map(([file, each]) => ({ file, seconds: each }))
}

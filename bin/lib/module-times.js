// A vitest reporter that writes each test file's time including imports and set-up, which the JSON report omits.
import { writeFileSync } from 'node:fs'

// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter by it
export default class ModuleTimes {
  /** @type {{ file: string, seconds: number }[]} */
  times = []

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const seconds = (prepareDuration + collectDuration + setupDuration + duration) / 1000
    this.times.push({ file: module.relativeModuleId, seconds })
  }

  onTestRunEnd() {
    const path = process.env.MODULE_TIMES
    if (path) writeFileSync(path, JSON.stringify(this.times))
  }
}

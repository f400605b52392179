import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import './test/helpers/test-clock.ts'
import { launchOptions } from './test/e2e/support/chromium.ts'

const port = Number(process.env.E2E_PORT ?? 8181)
/** Tests against a running installation: E2E_BASE_URL=http://localhost:8080 npx playwright test */
const running = process.env.E2E_BASE_URL
const dataDir = join(import.meta.dirname, '.cache', 'e2e')

// Only in the main process: every worker loads this file again, and so does the check for unused code, during a run.
const isRunner = process.env.TEST_WORKER_INDEX === undefined && /playwright/.test(process.argv[1] ?? '')
if (running === undefined && isRunner) rmSync(dataDir, { recursive: true, force: true })

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  // Stories that another run of `npm test` tells (bin/lib/turns.js).
  testIgnore: (process.env.LEFT_OUT ?? '')
    .split(',')
    .filter(Boolean)
    .map((file) => join(import.meta.dirname, file)),
  outputDir: '.cache/playwright',
  forbidOnly: true,
  // Each test is independent and signs in its own people.
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // `--trace on` shows every step of a test that fails; for all tests it is half of the work again (decision 042).
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions,
  },
  ...(running === undefined && {
    webServer: {
      command: 'node bin/start.js',
      url: `http://localhost:${port}/healthz`,
      // Pages are built and the demonstration is filled, which takes minutes beside other work.
      timeout: 400_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
      // The tests' clock comes with this process's environment (test-clock.ts); the demonstration has the same time.
      env: { PORT: String(port), DATA_DIR: dataDir, DEMO: '1' },
    },
  }),
})

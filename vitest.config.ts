import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Projects that talk to the database share one server for the whole run. */
const databaseSetup = ['./src/kernel/testing/database-setup.ts']

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'bin/**/*.test.ts'],
          exclude: ['src/**/*.scenario.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'scenario',
          include: ['src/**/*.scenario.test.ts', 'test/scenario/**/*.test.ts'],
          globalSetup: databaseSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'arch',
          include: ['test/arch/**/*.test.ts'],
          globalSetup: databaseSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // With the tools of bin/lib/hostile.js: short in `npm test`, whole by `npm run hostile`.
        extends: true,
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          globalSetup: databaseSetup,
          hookTimeout: 240_000,
        },
      },
      {
        // Not part of `npm test`: see bin/office.js.
        extends: true,
        test: {
          name: 'office',
          include: ['test/office/**/*.test.ts'],
          globalSetup: databaseSetup,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
    // A test that finds nothing to do is a mistake in its name, but a project without files yet is not.
    passWithNoTests: true,
    // One less than there are cores is the default, which leaves one of two idle while a test waits for the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    allowOnly: false,
    sequence: { hooks: 'stack' },
  },
})

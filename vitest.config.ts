import { existsSync, globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects that talk to the database share one server for the whole run. */
const databaseSetup = ['./src/kernel/testing/database-setup.ts']

const scenarios = ['src/**/*.scenario.test.ts', 'test/scenario/**/*.test.ts']

/**
 * Files that bind a document type of their own, directly or through a helper, would change the registered types for
 * later files of the same process, files that replace a module need one that has not loaded it, and benches set variables.
 */
const BINDS = /bindDocument[<(]/
const ALONE = /bindDocument[<(]|vi\.mock\(|vi\.stubEnv\('BENCH_/
/** Files that another run of `npm test` has (bin/lib/turns.js). */
const leftOut = (process.env.LEFT_OUT ?? '').split(',').filter(Boolean)
const alone = globSync(scenarios).filter((file) => ALONE.test(textOf(file)) || importsOf(file).some(binds))

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}

/** The files below `test` that a file imports. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/from '(#test|\.{1,2})\/([\w./-]+\.ts)'/g)
  return [...found]
    .map(([, from = '', path = '']) => (from === '#test' ? join('test', path) : join(dirname(file), from, path)))
    .filter((path) => path.startsWith('test/') && existsSync(path))
}

function binds(helper: string): boolean {
  return BINDS.test(textOf(helper)) || importsOf(helper).some(binds)
}

/** Files that start and kill processes take long. */
const PROCESSES = /startEmbedded\(|from '[^']*\/processes\.ts'|node:child_process/
const long = new Set(globSync(scenarios).filter((file) => PROCESSES.test(textOf(file))))

/**
 * Files with a process of their own and files that start processes come first: among them are those of a minute and
 * more (benches, crashes, launchers), which at the end of a run would keep one worker busy while the other has nothing
 * left. The short rules fill the rest.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ project, moduleId }: TestSpecification): number {
  if (project.config.isolate) return 0
  return long.has(relative(import.meta.dirname, moduleId)) ? 1 : 2
}

const architecture = ['test/arch/**/*.test.ts']
const architectureAlone = globSync(architecture).filter((file) => textOf(file).includes('vi.mock('))

const scenario = {
  globalSetup: databaseSetup,
  testTimeout: 60_000,
  // The first file that needs the demonstration fills it for all, beside other work in minutes, and the others wait.
  hookTimeout: 300_000,
}

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    // Every test has the same day and hour (decision 075), as has every process of the product.
    setupFiles: ['./test/helpers/test-clock.ts', './test/helpers/furnish-kernel.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'bin/**/*.test.ts'],
          exclude: ['src/**/*.scenario.test.ts'],
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        // One process runs many files: loading the product anew for each was a third of the work (decision 074).
        extends: true,
        test: { ...scenario, name: 'scenario', include: scenarios, exclude: [...alone, ...leftOut], isolate: false },
      },
      {
        extends: true,
        test: { ...scenario, name: 'scenario-alone', include: alone, exclude: leftOut },
      },
      {
        extends: true,
        test: { ...scenario, name: 'arch', include: architecture, exclude: architectureAlone, isolate: false },
      },
      {
        // A file that mocks a module must do so before another file has loaded it.
        extends: true,
        test: { ...scenario, name: 'arch-alone', include: architectureAlone },
      },
      {
        // With the tools of bin/lib/hostile.js: short in `npm test`, whole by `npm run hostile`.
        extends: true,
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          exclude: leftOut,
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
    // A test name without matches is a mistake, but a project without files yet is not.
    passWithNoTests: true,
    // The default of one worker less than cores leaves one of two idle while a test waits for the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    allowOnly: false,
    sequence: { hooks: 'stack', sequencer: LongFirst },
  },
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimStory } from '#test/helpers/scheme/claim-story.ts'
import { stockStory } from '#test/helpers/scheme/stock-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { randomOf } from '#test/helpers/random.ts'
import { ACTS, type LifeWorld } from './random-scheme-actions.ts'
import { schemeDocuments, schemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { Life } from './scheme-life.ts'

// Random lives of schemes by random accounts (domain.md sections 2.4 to 2.12): whatever is handed in, decided, refused or ends by itself, after
// every step the books of schemes, budgets and customers agree (section 3, invariants 6 and 7; section 4). `npm run soak` lives longer.

const LENGTH = Number(process.env['SCHEME_ACTS'] ?? 36)
const SEEDS = (process.env['SCHEME_SEEDS'] ?? '7,20261122,3').split(',').map(Number)

let server: DemoServer
let world: LifeWorld
const done = new Map<string, number>()

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  const story = await schemeStory(server)
  const { periods } = await stockStory(server, story)
  const otherBudget = story.otherBudget
  world = {
    server,
    story,
    claims: await claimStory(server, story),
    its: schemeDocuments(server, story, url),
    periods,
    otherBudget,
  }
})

afterAll(async () => {
  await server?.close()
})

describe('random sequences of scheme documents', () => {
  it.each(SEEDS)(
    'the books of schemes stay consistent through random documents, seed %i',
    { timeout: 60_000 + LENGTH * 5_000 },
    async (seed) => {
      const life = new Life(world, randomOf(seed), done)
      const acts: string[] = []
      try {
        for (let act = 0; act < LENGTH; act += 1) acts.push(await life.step())
        await life.end()
      } catch (error) {
        throw new Error(`seed ${seed}, after:\n  ${acts.join('\n  ')}`, { cause: error })
      }
    },
  )

  it('the random sequences covered every kind of document and ending', () => {
    const missing = [...ACTS, 'expiry', 'less', 'reject', 'return', 'withdraw', 'terminate'].filter(
      (name) => !done.has(name),
    )
    expect(missing).toEqual([])
  })
})

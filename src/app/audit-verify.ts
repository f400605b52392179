import { readFile } from 'node:fs/promises'
import { headLine, type PublishedHead, readHeadLine, readPublished } from '#kernel/platform/audit/anchor.ts'
import { type Verified, verifyAudit } from '#kernel/platform/audit/verify.ts'
import { lastCheckpointNumber } from '#kernel/platform/audit/verify-anchors.ts'
import { ConfigError, readSettings } from '#kernel/base/config/config.ts'
import { EmbeddedError, startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import { createCursorPool, snapshot } from '#kernel/platform/db/snapshot.ts'
import { reading } from '#kernel/platform/db/tx.ts'

// `npm run audit:verify`: verifies that the history is as it was written. Arguments are files of published heads, or one such line as a
// mail brought it. Exits with 0 where everything is valid, 1 with the invalid rows, 2 where it could not check.

const say = (text: string) => void process.stdout.write(`${text}\n`)

const DATABASE = 'back_office'

async function publishedIn(word: string): Promise<readonly PublishedHead[]> {
  if (word.startsWith('{')) return [readHeadLine(word)]
  const content = await readFile(word, 'utf8')
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readHeadLine)
}

/** Reading a whole history may take long, and nobody waits for it. */
const MINUTES = 24 * 60

export async function verifyDatabase(databaseUrl: string, published: readonly PublishedHead[]): Promise<Verified> {
  const pool = createCursorPool({ databaseUrl, max: 1, name: 'audit-verify', minutes: MINUTES })
  try {
    // Read before the snapshot, so that a checkpoint made by the running product meanwhile does not look cut off.
    const lastNumber = await reading(pool, lastCheckpointNumber)
    return await snapshot(pool, (tx) =>
      verifyAudit({ tx, published, lastNumber, onProgress: (entries) => console.error(`… ${entries} entries`) }),
    )
  } finally {
    await pool.end()
  }
}

async function main(words: readonly string[]): Promise<number> {
  const settings = readSettings({ DEMO: '0', ...process.env })
  const places = await Promise.all(settings.auditAnchor.targets.map(readPublished))
  const published = [...places, ...(await Promise.all(words.map(publishedIn)))].flat()
  const embedded = settings.databaseUrl === null ? await startEmbedded({ dataDir: settings.dataDir }) : null
  try {
    const { entries, checkpoints, uncheckpointed, bad, isCut } = await verifyDatabase(
      settings.databaseUrl ?? embedded!.url(DATABASE),
      published,
    )
    const read = `${entries} entries in ${checkpoints} checkpoints (${uncheckpointed} not checkpointed yet), held against ${published.length} published heads`
    for (const { table, id, what } of bad) console.error(`BAD ${table} ${id} ${what}`)
    if (bad.length > 0) {
      console.error(`${bad.length} rows are not as they were written${isCut ? ', and maybe more' : ''}; read: ${read}`)
      return 1
    }
    if (published.length === 0)
      say(
        'no published head was given (AUDIT_ANCHOR): whoever may write to all tables could have written all of it anew',
      )
    say(`whole: ${read}`)
    const newest = published.at(-1)
    if (newest) say(`newest published head: ${headLine(newest)}`)
    return 0
  } finally {
    // An embedded database started by another process is left running.
    if (embedded && !embedded.adopted) await embedded.stop()
  }
}

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    const isExpected = error instanceof ConfigError || error instanceof EmbeddedError
    console.error(isExpected ? error.message : error)
    return 2
  })
}

import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { sweepAttachments } from '#kernel/services/file-service/attachment-files.ts'
import { openFilesStore } from '#kernel/platform/files/open-store.ts'
import { readSettings } from '#kernel/base/config/config.ts'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { type AttachmentWorld, attachmentWorld, CONTENT, PDF } from '#test/scenario/files/attachment-world.ts'
import {
  type BucketServer,
  bucketServer,
  type NetworkFault,
  networkFault,
} from '#test/helpers/servers/bucket-server.ts'

// With a bucket in place of the folder: the same rules hold for both.

let bucket: BucketServer
let line: NetworkFault
let story: AttachmentWorld

beforeAll(async () => {
  bucket = await bucketServer()
  line = await networkFault(bucket.port)
  story = await attachmentWorld({ FILES_URL: bucket.url(undefined, line.port) })
})
afterAll(async () => {
  await story?.close()
  await line?.close()
  await bucket?.close()
})

describe('a download of an attachment', () => {
  const part = async (url: string, headers: Readonly<Record<string, string>>) => {
    const response = await story.server.app.inject({ url, headers })
    const { 'content-range': range, 'content-length': length, etag } = response.headers
    return { status: response.statusCode, range, length, etag, bytes: response.rawPayload }
  }

  it('a download of an attachment can be fetched in parts, resumed, and is not sent again to a reader who has it', async () => {
    const paper = Buffer.concat([PDF.subarray(0, -6), Buffer.alloc(1000, 'x'), PDF.subarray(-6)])
    const key = String((await story.upload('in.finance', 'long.pdf', paper)).data['key'])
    const url = String((await story.call('in.finance', `/aps/file/tmpUrl?key=${key}`)).data['url'])
    const all = await part(url, {})
    expect([all.status, all.bytes.equals(paper)]).toEqual([200, true])
    const middle = await part(url, { range: 'bytes=100-199', 'if-range': String(all.etag) })
    expect(middle).toMatchObject({ status: 206, length: '100', range: `bytes 100-199/${paper.length}` })
    expect(middle.bytes.equals(paper.subarray(100, 200))).toBe(true)
    expect((await part(url, { range: 'bytes=100-199', 'if-range': '"another"' })).status).toBe(200)
    const beyond = await part(url, { range: 'bytes=99999-' })
    expect([beyond.status, beyond.range]).toEqual([416, `bytes */${paper.length}`])
    const known = await part(url, { 'if-none-match': String(all.etag) })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    // A person who may not read it learns nothing from knowing its tag.
    await story.world.query(
      `delete from session where user_id = (select id from app_user where account = 'in.finance')`,
    )
    expect((await part(url, { 'if-none-match': String(all.etag) })).status).toBe(404)
  })
})

describe('an upload of a file that exists already', () => {
  const upload = (account: string, name: string, bytes: Buffer) => story.upload(account, name, bytes)

  it('a repeated upload is noticed for its uploader alone, and a document takes the file once', async () => {
    const bytes = writePng(8, 8, (x, y) => [x, y, 77])
    const account = 'in.channel'
    await upload('in.manager', 'theirs.png', bytes)
    const first = await upload(account, 'shelf.png', bytes)
    expect(first.data['same']).toBeNull()
    const second = await upload(account, 'shelf (1).png', bytes)
    expect(second.data['same']).toMatchObject({ keys: [first.data['key']], name: 'shelf.png', documentNo: null })
    const files = [String(first.data['key']), String(second.data['key'])]
    const twice = await story.call(account, '/aps/budget/country/save', { ...CONTENT, files })
    expect(twice.error).toBe('attachment.twice')
  })

  it('a repeated upload names the document that already has the file', async () => {
    const { id, no } = await story.world.act('in.channel', 'save', { raw: CONTENT })
    const bytes = writePng(8, 8, (x, y) => [y, x, 78])
    const taken = await upload('hq.budget', 'plan.png', bytes)
    const key = String(taken.data['key'])
    await story.world.query(
      `update attachment set purpose = 'document', document_type = 'countryBudget', bound_at = product_now(),
         document_id = $2 where key = $1`,
      [key, id],
    )
    const again = await upload('hq.budget', 'copy.png', bytes)
    expect(again.data['same']).toMatchObject({ keys: [key], name: 'plan.png', documentNo: no })
    const [row] = await story.world.query<{ sha256: string; source_sha256: string }>(
      'select sha256, source_sha256 from attachment where key = $1',
      [key],
    )
    expect(row?.source_sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(row?.sha256).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a storage bucket that fails', () => {
  const MEGABYTE = 1024 * 1024
  /** A paper of several megabytes, like no other. */
  const paperOf = (megabytes: number) => {
    const end = PDF.indexOf('startxref')
    return Buffer.concat([PDF.subarray(0, end), randomBytes(megabytes * MEGABYTE), PDF.subarray(end)])
  }

  it('an upload to a failing bucket is refused without leaving a file, and succeeds when it is repeated', async () => {
    const paper = paperOf(3)
    line.cutAfter(MEGABYTE, 'there')
    const failed = await story.upload('in.manager', 'plan.pdf', paper)
    expect([failed.status, failed.error]).toEqual([503, 'file.storeAway'])
    const rows = () => story.world.query<{ size: number | null }>(`select size from attachment where size is null`)
    // Its row tells the sweep what may be in the bucket; meanwhile the key belongs to nobody.
    expect(await rows()).toHaveLength(1)
    line.mend()
    const again = await story.upload('in.manager', 'plan.pdf', paper)
    expect(again).toMatchObject({ status: 200, data: { name: 'plan.pdf', size: paper.length, same: null } })
    const store = await openFilesStore(readSettings({ FILES_URL: bucket.url() }))
    await sweepAttachments(story.world.pool, store, new Date(productNow().getTime() + 25 * 3_600_000))
    expect(await rows()).toEqual([])
  })

  it('a download that breaks because the bucket failed is noticed by its reader and resumed', async () => {
    const paper = paperOf(6)
    const key = String((await story.upload('in.manager', 'film.pdf', paper)).data['key'])
    const link = async () => {
      const { data } = await story.call('in.manager', `/aps/file/tmpUrl?key=${key}`)
      return `${story.server.origin}${String(data['url'])}`
    }
    line.cutAfter(2 * MEGABYTE, 'back')
    const answer = await fetch(await link())
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(paper.length)])
    const pieces: Uint8Array[] = []
    const reading = async () => {
      for await (const piece of answer.body!) pieces.push(piece)
    }
    await expect(reading()).rejects.toThrow()
    const begun = Buffer.concat(pieces)
    expect(begun.length).toBeLessThan(paper.length)
    // Before the first byte there is still an answer to give.
    const away = await fetch(await link())
    expect([away.status, ((await away.json()) as { error: { key: string } }).error.key]).toEqual([
      503,
      'file.storeAway',
    ])
    line.mend()
    const headers = { range: `bytes=${begun.length}-`, 'if-range': answer.headers.get('etag') ?? '' }
    const rest = await fetch(await link(), { headers })
    expect(rest.status).toBe(206)
    const whole = Buffer.concat([begun, await buffer(rest.body!)])
    expect(whole.equals(paper)).toBe(true)
  })
})

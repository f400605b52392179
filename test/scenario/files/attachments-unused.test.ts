import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { sweepAttachments } from '#kernel/services/file-service/attachment-files.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import { type AttachmentWorld, attachmentWorld, CONTENT, pictureOf } from '#test/scenario/files/attachment-world.ts'

let story: AttachmentWorld

beforeAll(async () => {
  story = await attachmentWorld({ ATTACHMENT_MB: '1' })
})
afterAll(() => story?.close())

const SUBMIT = '/aps/budget/country/bpm/template-code'
const statusFor = async (account: string, key: string) => (await story.call(account, `/aps/file/${key}`)).status
const sweep = (hours: number) =>
  sweepAttachments(story.world.pool, folderStore(story.folder), new Date(productNow().getTime() + hours * 3_600_000))

describe('an unused attachment', () => {
  it('an attachment is unused once its draft no longer names it or is deleted', async () => {
    const [kept, dropped] = [await story.picture('in.channel'), await story.picture('in.channel')]
    const save = await story.call('in.channel', '/aps/budget/country/save', { ...CONTENT, files: [kept, dropped] })
    const id = String(save.data['id'])
    await story.call('in.channel', '/aps/budget/country/save', { ...CONTENT, id, version: 1, files: [kept] })
    expect(await sweep(23)).toBe(0)
    // It may be put back meanwhile, here or elsewhere.
    expect(await statusFor('in.channel', dropped)).toBe(200)
    await story.call('in.channel', '/aps/budget/country/delete', { id, version: 2 })
    expect(await story.world.query('select document_id from attachment where key = $1', [kept])).toEqual([
      { document_id: null },
    ])
  })

  it('an unused attachment is removed by its uploader alone, and one of a document by nobody', async () => {
    const key = await story.picture('in.channel')
    const remove = (account: string, named: string) =>
      story.call(account, '/aps/attachment/file/remove', { key: named })
    expect((await remove('in.finance', key)).status).toBe(404)
    expect((await remove('in.channel', key)).status).toBe(200)
    expect(await statusFor('in.channel', key)).toBe(404)
    expect((await story.call('in.channel', SUBMIT, { ...CONTENT, files: [key] })).error).toBe('attachment.unknown')
    const used = await story.picture('in.channel')
    await story.call('in.channel', SUBMIT, { ...CONTENT, files: [used] })
    expect((await remove('in.channel', used)).error).toBe('attachment.bound')
  })

  it('unused attachments and what a killed process left are swept after a day; used ones stay', async () => {
    const used = await story.picture('in.channel')
    await story.call('in.channel', SUBMIT, { ...CONTENT, files: [used] })
    const forgotten = await story.picture('in.channel')
    // Killed between the last byte and the row: the bytes are there, and a row that never became whole.
    const half = 'ab'.repeat(20)
    await story.world.query(
      `insert into attachment (key, uploader_id, name, media_type, created_at) values ($1, 1, '', '', product_now())`,
      [half],
    )
    await folderStore(story.folder).put(
      `attachments/${half}`,
      (async function* () {
        yield pictureOf(2, 2)
      })(),
    )
    expect(await sweep(25)).toBeGreaterThan(1)
    expect(story.stored()).toContain(used)
    expect(story.stored()).not.toContain(forgotten)
    expect(story.stored()).not.toContain(half)
    expect(await statusFor('in.channel', used)).toBe(200)
    const rows = await story.world.query('select key from attachment where document_id is null')
    expect(rows).toEqual([])
    expect(story.stored().length).toBe(
      Number((await story.world.query<{ n: number }>('select count(*)::int as n from attachment'))[0]?.n),
    )
  })
})

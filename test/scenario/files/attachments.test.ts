import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AttachmentWorld,
  attachmentWorld,
  CONTENT,
  PDF,
  pictureOf,
} from '#test/scenario/files/attachment-world.ts'
import {
  FORM_TYPE,
  formOf,
  headerLines,
  makeSession,
  RawConnection,
  sessionHeaders,
} from '#test/helpers/servers/requests.ts'

let story: AttachmentWorld

beforeAll(async () => {
  story = await attachmentWorld({ ATTACHMENT_MB: '1' })
})
afterAll(() => story?.close())

const SUBMIT = '/aps/budget/country/bpm/template-code'
const PREVIEW = '/aps/attachment/file/preview/url'
const detail = async (account: string, address: object) => {
  const answer = await story.call(account, '/aps/budget/country/detail', address)
  return answer.data['document'] as { attachments: { key: string; name: string }[]; version: number; id: string }
}
const statusFor = async (account: string, key: string) => (await story.call(account, `/aps/file/${key}`)).status

describe('an upload', () => {
  it('an upload returns its type by content and a cleaned name, and only its uploader may read it', async () => {
    const bytes = pictureOf(30, 20)
    const taken = await story.upload('in.channel', '../货架照片\u202e.png', bytes)
    expect(taken.data).toMatchObject({ name: '货架照片.png', type: 'image/png', same: null })
    const key = String(taken.data['key'])
    const file = await story.call('in.channel', `/aps/file/${key}`)
    // The same picture, encoded anew.
    expect(file.bytes.length).toBe(taken.data['size'])
    expect(file.bytes.subarray(0, 24)).toEqual(bytes.subarray(0, 24))
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
    expect(String(file.headers['content-disposition'])).toMatch(/^attachment; .*%E8%B4%A7/)
    for (const other of ['in.manager', 'admin', 'hq.auditor', 'id.channel', 'nomenu'])
      expect([other, await statusFor(other, key)]).toEqual([other, 404])
    expect((await story.call(null, `/aps/file/${key}`)).status).toBe(401)
  })

  it.each([
    ['a program', 'a.png', Buffer.from('MZ\u0090 and so on'), 'attachment.disguised'],
    ['a program by its name', 'a.exe', pictureOf(2, 2), 'attachment.wrongType'],
    ['a drawing', 'a.svg', Buffer.from('<svg/>'), 'attachment.wrongType'],
    ['a page', 'a.pdf', Buffer.from('<html>'), 'attachment.disguised'],
    ['nothing', 'a.png', Buffer.alloc(0), 'attachment.empty'],
    ['too much', 'a.pdf', Buffer.concat([PDF, Buffer.alloc(1_048_576)]), 'attachment.tooLarge'],
    ['far too much', 'a.pdf', Buffer.concat([PDF, Buffer.alloc(3_000_000)]), 'attachment.tooLarge'],
    ['a bomb', 'a.png', pictureOf(10_001, 10), 'attachment.tooManyPixels'],
  ])('an upload of %s is refused and leaves no file', async (_what, name, bytes, error) => {
    const before = story.stored().length
    expect((await story.upload('in.channel', name, bytes)).error).toBe(error)
    expect(story.stored()).toHaveLength(before)
    expect(await story.world.query('select key from attachment where size is null')).toEqual([])
  })

  it('an upload that breaks off half way leaves nothing in the store', async () => {
    const before = story.stored()
    const connection = await RawConnection.open(story.server.origin)
    const session = await makeSession(story.server.pool, 'in.channel')
    const form = formOf({ name: 'a.png', bytes: pictureOf(1_000, 1_000) })
    const head = { ...sessionHeaders(session), 'content-type': FORM_TYPE, 'content-length': String(form.length) }
    connection.write(`POST /aps/attachment/file/upload HTTP/1.1\r\nhost: x\r\n${headerLines(head)}\r\n`)
    connection.write(form.subarray(0, 250))
    const arrives = `select 1 from attachment where size is null`
    await expect.poll(async () => (await story.world.query(arrives)).length).toBe(1)
    connection.close()
    await expect.poll(async () => (await story.world.query(arrives)).length).toBe(0)
    expect(story.stored()).toEqual(before)
  })

  it('an upload is refused while its uploader has a hundred unused attachments', async () => {
    await story.world.query(
      `insert into attachment (key, uploader_id, name, media_type, created_at)
       select md5(n::text) || '00000000', (select id from app_user where account = 'id.rsm'), '', '', product_now() from generate_series(1, 100) n`,
    )
    expect((await story.upload('id.rsm', 'a.png', pictureOf(2, 2))).error).toBe('attachment.tooManyWaiting')
  })

  it('five of twenty simultaneous uploads are accepted when 95 unused attachments exist', async () => {
    await story.world.query(
      `insert into attachment (key, uploader_id, name, media_type, created_at)
       select md5('of twenty ' || n) || '00000000', (select id from app_user where account = 'id.manager'), '', '', product_now() from generate_series(1, 95) n`,
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => story.upload('id.manager', 'a.png', pictureOf(2, 2))),
    )
    const refused = answers.filter(({ error }) => error === 'attachment.tooManyWaiting')
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([5, 15])
  })

  it('an uploaded PDF with scripts is kept as it came and served with headers that let no browser run them', async () => {
    const active = Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\nendobj\n' +
        '2 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
    )
    const taken = await story.upload('in.channel', 'active.pdf', active)
    expect([taken.status, taken.data['type']]).toEqual([200, 'application/pdf'])
    const file = await story.call('in.channel', `/aps/file/${String(taken.data['key'])}`)
    expect(file.bytes).toEqual(active)
    expect(String(file.headers['content-disposition'])).toMatch(/^attachment;/)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none';.*sandbox$/) as string,
    })
  })
})

describe('a document', () => {
  it('attachments are saved with a draft, listed by round, and readable by everybody who may read the document', async () => {
    const [quote, shelf] = [await story.picture('in.channel', 'quote.png'), await story.picture('in.channel')]
    const save = await story.call('in.channel', '/aps/budget/country/save', { ...CONTENT, files: [shelf, quote] })
    const id = String(save.data['id'])
    expect((await detail('in.channel', { id })).attachments.map(({ key }) => key)).toEqual([shelf, quote])
    // A draft's files are its drafter's alone.
    expect(await statusFor('in.channel', shelf)).toBe(200)
    const whoElse = ['in.manager', 'hq.auditor', 'id.channel', 'nomenu'].map((each) => statusFor(each, shelf))
    expect(await Promise.all(whoElse)).toEqual([403, 403, 404, 404])
    const asked = await story.call('in.manager', PREVIEW, { key: shelf })
    expect([asked.status, asked.error]).toEqual([403, 'document.notYours'])
    const submitted = await story.call('in.channel', SUBMIT, { ...CONTENT, id, version: 1, files: [quote, shelf] })
    expect(submitted.status).toBe(200)
    const { formInstanceId } = submitted.data as { formInstanceId: string }
    expect((await detail('in.manager', { formInstanceId })).attachments.map(({ key }) => key)).toEqual([quote, shelf])
    const statuses = ['in.manager', 'hq.auditor', 'admin', 'id.channel', 'id.manager', 'nomenu'].map((each) =>
      statusFor(each, shelf),
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404, 404])
    expect(
      await story.world.query('select event, count(*)::int from attachment_event where document_id = $1 group by 1', [
        id,
      ]),
    ).toEqual([{ event: 'bind', count: 2 }])

    // After the rejection the drafter replaces one file, and each round keeps its own files.
    await story.world.decide('in.manager', 'reject', formInstanceId, 'The quote is old')
    const fresh = await story.picture('in.channel', 'quote2.png')
    const rejected = await detail('in.channel', { id })
    const kept = { ...CONTENT, id, version: rejected.version, files: [fresh, shelf] }
    expect((await story.call('in.channel', '/aps/budget/country/save', kept)).error).toBeNull()
    // New files of the drafter stay private until the next submit.
    expect([await statusFor('in.channel', fresh), await statusFor('in.manager', fresh)]).toEqual([200, 403])
    expect(await statusFor('id.channel', fresh)).toBe(404)
    const { version } = await detail('in.channel', { id })
    const again = await story.call('in.channel', SUBMIT, { ...CONTENT, id, version, files: [fresh, shelf] })
    expect(again.error).toBeNull()
    const second = String(again.data['formInstanceId'])
    const of = async (address: object) => (await detail('in.manager', address)).attachments.map(({ name }) => name)
    expect([await of({ formInstanceId }), await of({ formInstanceId: second })]).toEqual([
      ['quote.png', 'shelf.png'],
      ['quote2.png', 'shelf.png'],
    ])
    expect(await statusFor('in.manager', quote)).toBe(200)
  })

  it('the content hash of a document covers the content of its attachments', async () => {
    const hash = async (files: readonly string[]) => {
      const answer = await story.call('in.channel', SUBMIT, { ...CONTENT, files })
      const [row] = await story.world.query<{ content_hash: string }>(
        'select content_hash from country_budget where id = $1',
        [answer.data['id']],
      )
      return row?.content_hash
    }
    const [none, alsoNone, one] = [await hash([]), await hash([]), await hash([await story.picture('in.channel')])]
    expect(none).toBe(alsoNone)
    expect(one).not.toBe(none)
  })

  it('a document refuses attachments that are unknown, of others, used elsewhere, repeated or one too many', async () => {
    const mine = await story.picture('in.channel')
    const used = await story.picture('in.channel')
    await story.call('in.channel', SUBMIT, { ...CONTENT, files: [used] })
    const another = await story.picture('in.manager')
    const eleven = await Promise.all(Array.from({ length: 11 }, () => story.picture('in.channel')))
    const indian = await story.call('id.channel', SUBMIT, {
      ...CONTENT,
      idcCode: 'ID',
      areaId: 3,
      projectPoolCode: 'POOL-X',
      currency: 'IDR',
      lines: [{ ...CONTENT.lines[0], countryCode: 'ID', projectCode: 'PR-ID' }],
      files: [used],
    })
    expect(indian.error).toBe('attachment.unknown')
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['0'.repeat(40)], 'attachment.unknown'],
      [['../../etc/passwd'], 'attachment.unknown'],
      [[another], 'attachment.unknown'],
      [[used], 'attachment.elsewhere'],
      [[mine, mine], 'attachment.twice'],
      [eleven, 'attachment.tooMany'],
    ]
    const events = () => story.world.query('select count(*) from attachment_event')
    const before = await events()
    for (const [files, error] of cases) {
      for (const path of [SUBMIT, '/aps/budget/country/save'])
        expect([files, (await story.call('in.channel', path, { ...CONTENT, files })).error]).toEqual([files, error])
    }
    expect(await events()).toEqual(before)
  })

  it('one of several simultaneous submits gets an attachment that all of them name', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const key = await story.picture('in.channel')
      const both = await Promise.all(
        [1, 2, 3].map(() => story.call('in.channel', SUBMIT, { ...CONTENT, files: [key] })),
      )
      const errors = both.map(({ error }) => error ?? 'taken').toSorted((a, b) => (a < b ? -1 : 1))
      expect(errors).toEqual(['attachment.elsewhere', 'attachment.elsewhere', 'taken'])
    }
  })
})

describe('an opinion', () => {
  const start = async () => {
    const submitted = await story.call('in.channel', SUBMIT, CONTENT)
    const { id, formInstanceId } = submitted.data as { id: string; formInstanceId: string }
    const { approval, contentHash } = (await story.call('in.manager', '/aps/budget/country/detail', { formInstanceId }))
      .data as { approval: { myTask: { taskId: string } }; contentHash: string }
    return { id, formInstanceId, taskId: approval.myTask.taskId, contentHash, opinion: 'See the picture' }
  }
  const approve = (account: string, body: object) => story.call(account, '/aps/budget/country/approve', body)
  const filesOf = async (account: string, formInstanceId: string) => {
    const { data } = await story.call(account, '/aps/budget/country/detail', { formInstanceId })
    const { steps, events } = data['approval'] as Record<'steps' | 'events', { acts: Acted[] }[] & Acted[]>
    return [...steps.flatMap(({ acts }) => acts), ...events].flatMap(({ files }) => files.map(({ name }) => name))
  }
  interface Acted {
    readonly acts: Acted[]
    readonly files: { readonly name: string }[]
  }

  it('attachments of an opinion stay in the timeline for all readers of the document', async () => {
    const { id, ...task } = await start()
    const key = await story.picture('in.manager', 'stock count.png')
    const said = await story.picture('in.channel', 'answer.png')
    const comment = { formInstanceId: task.formInstanceId, opinion: 'Counted again', files: [said] }
    expect((await story.call('in.channel', '/aps/bpm/task/comment', comment)).error).toBeNull()
    expect((await approve('in.manager', { ...task, files: [key] })).error).toBeNull()
    expect(await filesOf('hq.auditor', task.formInstanceId)).toEqual(['stock count.png', 'answer.png'])
    expect([await statusFor('hq.auditor', key), await statusFor('id.channel', key)]).toEqual([200, 404])
    const [row] = await story.world.query<object>('select purpose, document_id, round from attachment where key = $1', [
      key,
    ])
    expect(row).toEqual({ purpose: 'opinion', document_id: id, round: 1 })
    // The drafter cannot attach an approver's file to the document.
    expect((await story.call('in.channel', SUBMIT, { ...CONTENT, files: [key] })).error).toBe('attachment.unknown')
  })

  it('an opinion refuses attachments of others, used or too many ones, and any with an action that keeps none', async () => {
    const { id: _, ...task } = await start()
    const another = await story.picture('in.rsd')
    const mine = await story.picture('in.manager')
    const six = await Promise.all(Array.from({ length: 6 }, () => story.picture('in.manager')))
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[another], 'attachment.unknown'],
      [['x'], 'attachment.unknown'],
      [[mine, mine], 'attachment.twice'],
      [six, 'attachment.tooMany'],
    ]
    for (const [files, error] of cases)
      expect([files, (await approve('in.manager', { ...task, files })).error]).toEqual([files, error])
    const urge = { formInstanceId: task.formInstanceId, opinion: 'Please', files: [await story.picture('in.channel')] }
    expect((await story.call('in.channel', '/aps/bpm/task/urge', urge)).error).toBe('attachment.notTaken')
    // Nothing was executed, and the file is still free.
    expect((await approve('in.manager', { ...task, files: [mine] })).error).toBeNull()
    const second = await start()
    expect((await approve('in.manager', { ...second, files: [mine] })).error).toBe('attachment.elsewhere')
  })
})

describe('a link', () => {
  it('a file link shows or downloads one file for minutes within the session that made it', async () => {
    const key = await story.picture('in.channel')
    const shown = await story.call('in.channel', PREVIEW, { key })
    expect(shown.data).toMatchObject({ key, name: 'shelf.png', type: 'image/png' })
    const url = String(shown.data['url'])
    expect(String((await story.call(null, url)).headers['content-disposition'])).toMatch(/^inline/)
    const saved = await story.call('in.channel', `/aps/file/tmpUrl?key=${key}`)
    const file = await story.call(null, String(saved.data['url']))
    expect([file.status, String(file.headers['content-disposition']).split(';')[0]]).toEqual([200, 'attachment'])
    // Any other text is no link.
    const changed = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await story.call(null, changed)).error).toBe('file.linkOver')
    expect((await story.call('in.manager', PREVIEW, { key })).status).toBe(404)
    expect((await story.call('id.channel', `/aps/file/tmpUrl?key=${key}`)).status).toBe(404)
    story.server.advance(299)
    expect((await story.call(null, url)).status).toBe(200)
    story.server.advance(2)
    expect((await story.call(null, url)).error).toBe('file.linkOver')
    story.server.advance(-301)
  })

  it("a file link ends with its reader's right to the document", async () => {
    const key = await story.picture('in.channel')
    const submitted = await story.call('in.channel', SUBMIT, { ...CONTENT, files: [key] })
    expect(submitted.status).toBe(200)
    const shown = await story.call('in.manager', PREVIEW, { key })
    expect((await story.call(null, String(shown.data['url']))).status).toBe(200)
    await story.world.query(
      `delete from session where user_id = (select id from app_user where account = 'in.manager')`,
    )
    expect((await story.call(null, String(shown.data['url']))).error).toBe('file.linkOver')
  })
})

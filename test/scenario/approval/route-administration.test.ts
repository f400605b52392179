import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { loadApprovalTypes } from '#app/approval-types.ts'
import type {
  BandsContent,
  RatesContent,
  TemplateContent,
  TemplateRowView,
} from '#areas/approval-routes/approval-routes-wire.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

const approvalTypes = await loadApprovalTypes()

// A route is changed by two people; running approvals keep their version; bands and rates work the same way.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const CODE = 'budget_country'
const template = (path: string) => `/aps/approval/template/${path}`
const detail = async (account = 'hq.it', code = CODE) =>
  (await server.call<SettingView<TemplateContent>>(account, template('detail'), { code })).data
const save = (account: string, content: TemplateContent, draftVersion: number, code = CODE) =>
  server.call<DraftView<TemplateContent>>(account, template('draft/save'), {
    key: code,
    draftVersion,
    content,
    note: '',
  })
const publish = (account: string, draftVersion: number, code = CODE) =>
  server.call<{ version: number }>(account, template('publish'), { key: code, draftVersion })

async function inForce(code = CODE): Promise<TemplateContent> {
  const [newest] = (await detail('hq.it', code)).versions
  if (!newest) throw new Error(`no version of ${code}`)
  return newest.content
}

describe('the list of route templates', () => {
  it('the list of route templates has all types in the order of the specification, with their use', async () => {
    const { data } = await server.call<TemplateRowView[]>('hq.it', template('list'), {}, 'zh')
    expect(data.map(({ code }) => code)).toEqual(approvalTypes.map(({ code }) => code))
    const budget = data.find(({ code }) => code === CODE)
    expect(budget).toMatchObject({ name: '国家预算申请', version: 3, draft: null, stepCount: 4 })
    expect(budget?.documentTypes).toEqual([{ name: 'countryBudget', label: expect.stringMatching(/预算/) }])
    const [used] = budget?.use ?? []
    expect(used?.running).toBeGreaterThan(10)
    expect(used?.finished).toBeGreaterThan(50)
    expect(data.find(({ code }) => code === 'recharge')).toMatchObject({ documentTypes: [], use: [{ running: 0 }] })
  })

  it('the list of route templates is open to administrators only', async () => {
    for (const path of ['list', 'detail', 'draft/save', 'publish']) {
      const { status } = await server.call('in.channel', template(path), { code: CODE })
      expect([path, status]).toEqual([path, 403])
    }
  })
})

describe('a draft of a route', () => {
  it("an unfinished draft of a route is kept and says row by row what is wrong in the reader's language", async () => {
    const { name, process, steps } = await inForce('contract')
    const [first, ...rest] = steps
    const broken: TemplateContent = {
      name,
      process,
      steps: [
        { ...first!, who: { role: 'nobody' }, when: 'contractType = ' },
        { ...rest[0]!, name: { zh: '总监', en: '' }, when: 'amount > 5', remindAfterHours: 99 },
        { ...rest[1]!, mode: 'share', who: { chosenBy: 'previous', role: 'legal' }, when: 'bandNo + 1' },
        { ...rest[2]!, key: rest[1]!.key, group: 'g', who: { account: 'no.such' } },
        rest[3]!,
        { ...rest[3]!, key: 'again', group: 'g', who: { role: 'rsd', of: 'giver' } },
      ],
    }
    const saved = await save('hq.it', broken, 0, 'contract')
    expect(saved.status).toBe(200)
    const said = saved.data.problems.map(({ row, field, msg }) => [row, field, msg])
    expect(said).toEqual([
      [0, 'who', 'There is no role nobody'],
      [0, 'when', expect.stringMatching(/^The condition cannot be read at character \d+$/)],
      [1, 'name', 'Needed in Chinese and in English'],
      [1, 'when', 'No document of this type has "amount"'],
      [1, 'escalateAfterHours', 'It moves up later than it reminds'],
      [2, 'share', 'A share is a whole number from 1 to 100'],
      [2, 'when', 'The condition has to come to true or false'],
      [3, 'who', 'There is no active account no.such'],
      [3, 'key', 'This key belongs to another step already'],
      [5, 'who', 'The document names no organisation giver'],
      [5, 'group', 'The steps of group g have to stand next to each other'],
    ])
    expect((await publish('hq.it2', 1, 'contract')).error?.key).toBe('twoPeople.incomplete')
    const inChinese = await server.call<SettingView<TemplateContent>>(
      'hq.it2',
      template('detail'),
      { code: 'contract' },
      'zh',
    )
    expect(inChinese.data.draft?.problems[0]?.msg).toBe('没有角色 nobody')
    const gone = await server.call('hq.it2', template('draft/discard'), { key: 'contract', draftVersion: 1 })
    expect(gone.status).toBe(200)
    expect((await detail('hq.it', 'contract')).draft).toBeNull()
  })

  it('a route that leaves a band without a step cannot be published', async () => {
    const { name, process, steps } = await inForce('recharge')
    const conditional = steps.map((step) => ({ ...step, when: 'bandNo >= 3' }))
    const { data } = await save('hq.it', { name, process, steps: conditional }, 0, 'recharge')
    expect(data.problems.map(({ row, msg }) => [row, msg])).toEqual([
      [null, 'A document in band T1 would meet no step at all: leave one without a condition'],
    ])
    await server.call('hq.it', template('draft/discard'), { key: 'recharge', draftVersion: 1 })
  })

  it('a route is published by a second person, and running approvals keep their version', async () => {
    const before = await inForce()
    const same = await save('hq.it', before, 0)
    expect(same.data).toMatchObject({ version: 1, baseVersion: 3, isMine: true, problems: [] })
    expect((await publish('hq.it2', 1)).error?.key).toBe('twoPeople.nothingChanged')

    const longer: TemplateContent = {
      ...before,
      steps: before.steps.map((step) => (step.key === 'rsd' ? { ...step, escalateAfterHours: 800 } : step)),
    }
    expect((await save('hq.it', longer, 1)).data.version).toBe(2)
    expect(await publish('hq.it', 2)).toMatchObject({ status: 403, error: { key: 'twoPeople.secondPerson' } })
    expect((await publish('hq.it2', 1)).error?.key).toBe('twoPeople.draftStale')
    // A person who takes over the draft may not publish it then, and neither may the one who began it: perhaps nothing of it changed.
    expect((await save('hq.it2', longer, 2)).data).toMatchObject({ version: 3, isMine: true })
    expect((await publish('hq.it2', 3)).error?.key).toBe('twoPeople.secondPerson')
    expect(await publish('hq.it', 3)).toMatchObject({ status: 403, error: { key: 'twoPeople.tookPart' } })
    expect((await publish('admin', 3)).data).toEqual({ version: 4 })

    const after = await detail()
    expect(after.draft).toBeNull()
    expect(after.versions.map(({ version }) => version)).toEqual([4, 3])
    expect(after.versions[0]).toMatchObject({ draftedBy: { account: 'hq.it2' }, publishedBy: { account: 'admin' } })
    const running = await server.query<{ template_version: number }>(
      `select distinct template_version from approval_instance where template_code = $1 and state = 'running'`,
      [CODE],
    )
    expect(running).toEqual([{ template_version: 3 }])
    const audited = await server.query<{ action: string; detail: { key: string; version: number } }>(
      `select action, detail from audit_entry where document_type = 'approvalTemplate' order by id`,
    )
    expect(audited.at(-1)).toMatchObject({ action: 'publish', detail: { key: CODE, version: 4 } })
  })

  it('one of two simultaneous publications of a route succeeds', async () => {
    const content = await inForce('recharge')
    await save('hq.it', { ...content, name: { zh: '客户充值', en: 'Customer recharge' } }, 0, 'recharge')
    const answers = await Promise.all([publish('hq.it2', 1, 'recharge'), publish('admin', 1, 'recharge')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await detail('hq.it', 'recharge')).versions).toHaveLength(2)
  })

  it('the database refuses any change of a published route', async () => {
    const touch = server.query(`update approval_template set name_en = 'x' where code = $1`, [CODE])
    await expect(touch).rejects.toThrow('approval_template is append-only')
    const alone = server.query(
      `insert into approval_template (code, version, name_zh, name_en, steps, drafted_by, published_by) values ('x', 1, 'x', 'x', '[]', 1, 1)`,
    )
    await expect(alone).rejects.toThrow('approval_template__two_people')
  })
})

describe('authority bands and rates', () => {
  async function drafted<C>(kind: 'bands' | 'rates', key: string, change: (content: C) => C) {
    const ask = kind === 'bands' ? {} : { year: key }
    const { data } = await server.call<SettingView<C>>('hq.it', `/aps/approval/${kind}/detail`, ask)
    const content = change(data.versions[0]!.content)
    const body = { key, draftVersion: data.draft?.version ?? 0, content, note: 'Yearly review' }
    return (await server.call<DraftView<C>>('hq.it', `/aps/approval/${kind}/draft/save`, body)).data
  }

  it('authority bands must keep their order and cover every amount', async () => {
    const wrong = await drafted('bands', 'bands', ({ currency, bands }: BandsContent) => ({
      currency,
      bands: [
        { ...bands[0]!, upTo: '60000' },
        { ...bands[1]!, levels: ['nobody'], raisedWhen: 'retro >' },
        { ...bands[2]!, upTo: null, levels: [] },
        { ...bands[3]!, code: 'T1', upTo: '1.234' },
      ],
    }))
    expect(wrong.problems.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '1 upTo',
      '1 levels',
      '1 raisedWhen',
      '2 upTo',
      '2 levels',
      '3 code',
      '3 upTo',
      '3 upTo',
    ])
  })

  it('authority bands are published by a second person and apply to the next document', async () => {
    const draft = await drafted('bands', 'bands', ({ currency, bands }: BandsContent) => ({
      currency,
      bands: bands.map((band) => (band.code === 'T1' ? { ...band, upTo: '12000.00' } : band)),
    }))
    expect(draft.problems.map(({ field }) => field)).not.toContain(undefined)
    const body = { key: 'bands', draftVersion: draft.version }
    expect((await server.call('hq.it', '/aps/approval/bands/publish', body)).error?.key).toBe('twoPeople.secondPerson')
    // The second save began from the earlier broken draft: it was replaced as a whole.
    expect((await server.call('hq.it2', '/aps/approval/bands/publish', body)).data).toEqual({ version: 2 })
    const [newest] = await server.query<{ bands: { upTo: string }[]; note: string }>(
      'select bands, note from approval_band where version = (select max(version) from approval_band)',
    )
    expect(newest).toMatchObject({ note: 'Yearly review', bands: [{ upTo: '12000.00' }, {}, {}, {}] })
  })

  it('budget rates must cover every currency of the areas', async () => {
    const year = String(productNow().getUTCFullYear())
    const wrong = await drafted('rates', year, ({ base, rates }: RatesContent) => ({
      base,
      rates: rates
        .filter(({ currency }) => currency !== 'INR')
        .map((rate) => (rate.currency === 'EUR' ? { ...rate, units: '0' } : rate)),
    }))
    expect(wrong.problems.map(({ msg }) => msg)).toEqual([
      'Please enter a number above 0 with at most six decimals',
      'The rate of INR is missing: areas work in it',
    ])
    const right = await drafted('rates', year, ({ base, rates }: RatesContent) => ({
      base,
      rates: rates.map((rate) => (rate.currency === 'INR' ? { ...rate, units: '86.25' } : rate)),
    }))
    const body = { key: year, draftVersion: right.version }
    expect((await server.call('hq.it2', '/aps/approval/rates/publish', body)).data).toEqual({ version: 2 })

    // A second one of the same day replaces it among the rates, and both acts are in the history of the rate.
    const again = await drafted('rates', year, ({ base, rates }: RatesContent) => ({
      base,
      rates: rates.map((rate) => (rate.currency === 'INR' ? { ...rate, units: '87.5' } : rate)),
    }))
    const next = { key: year, draftVersion: again.version }
    expect((await server.call('hq.it2', '/aps/approval/rates/publish', next)).data).toEqual({ version: 3 })
    const acts = await server.query<{ action: string; units: unknown }>(
      `select a.action, a.detail -> 'changes' -> 'units' as units from currency_rate r join audit_entry a on a.document_id = r.id
       where r.kind = 'budget' and r.currency_code = 'INR' order by a.id`,
    )
    expect(acts).toEqual([
      { action: 'create', units: [null, '86.25'] },
      { action: 'update', units: ['86.25', '87.5'] },
    ])
  })
})

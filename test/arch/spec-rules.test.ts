import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { devicePage } from '#areas/device/locale/page.en.ts'
import { areas } from '#app/areas.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { deliveredTexts } from '#kernel/base/i18n/texts.ts'
import { monitor } from '#kernel/services/monitor/locale/monitor.en.ts'
import { inbox } from '#kernel/services/tasks/locale/inbox.en.ts'

const root = join(import.meta.dirname, '../..')

// Every rule of the spec's section 5 (and E1 to E4 of its section 8), with the numbers of the domain model: the place
// where the product says it, and the words of the spec. Additions to a rule's words stand apart, after a colon.

/** `texts` are the spec's own words; test/conformance is its copy. */
const spec = JSON.parse(readFileSync(join(import.meta.dirname, '../conformance/rules.json'), 'utf8')) as readonly {
  readonly rule: string
  readonly texts: readonly string[]
}[]

interface Said {
  /** The spec's words that these texts say. */
  readonly says: string
  /** The same words in Chinese. */
  readonly zh: string
  readonly at: readonly string[]
  /** The values that a text's placeholders have where the spec has a figure. */
  readonly with?: Readonly<Record<string, string>>
  /** The text need only contain these words: the spec has them in the middle of a sentence, or they are a figure. */
  readonly within?: true
}

const SCHEME_FIELDS = ['adjust-invoice', 'receivables-adjustment', 'special-price', 'execute'] as const
const schemeField = (field: string, documents: readonly string[] = SCHEME_FIELDS) =>
  documents.map((name) => `scheme/${name}:${field}`)

const said = (says: string, zh: string, ...at: string[]): readonly Said[] => [{ says, zh, at }]

const WRONG_SKU = ['skuNotOfSpu', 'skuNotOfLine', 'deviceNotOfLine'].map((key) => `scheme.errors.${key}`)

const SAID: Readonly<Record<string, readonly Said[]>> = {
  Q1: [{ says: 'customer', zh: '客户', at: schemeField('fields.customerCode') }],
  Q7: [{ says: 'warehouse', zh: '仓库', at: ['store.records.warehouse.label'] }],
  Q8: [
    { says: 'location', zh: '库位', at: [...schemeField('lineFields.locationCode', ['adjust-invoice'])] },
    {
      says: 'sub-location',
      zh: '子库位',
      at: [...schemeField('lineFields.subLocation', ['adjust-invoice']), 'store.records.location.fields.subLocation'],
    },
  ],
  Q9: [
    {
      says: 'trade term',
      zh: '贸易条款',
      at: [
        ...schemeField('fields.tradeTermCode', ['special-price']),
        'customer.records.customerTradeTerm.fields.tradeTermCode',
      ],
    },
    {
      says: 'must be configured for the customer',
      zh: '须为客户已配置的条款',
      at: ['scheme.errors.tradeTermMissing'],
      within: true,
    },
  ],
  Q10: [{ says: 'price type', zh: '价格类型', at: ['price.errors.partyMissing'], within: true }],
  Q12: (
    [
      ['postal code', '邮编', 'postalCode'],
      ['province', '省份', 'province'],
      ['city', '城市', 'city'],
      ['country', '国家', 'countryCode'],
      ['detail address', '详细地址', 'detail'],
      ['phone number', '电话号码', 'phone'],
      ['contacts', '联系人', 'contacts'],
      ['receive info', '收货信息', 'receiveInfo'],
      ['shipping place', '发运地', 'shippingPlace'],
    ] as const
  ).map(([says, zh, field]) => ({ says, zh, at: [`customer.records.customerAddress.fields.${field}`] })),
  Q14: [{ says: 'note', zh: '备注', at: schemeField('fields.reason', ['adjust-invoice', 'receivables-adjustment']) }],
  Q15: [{ says: 'audit opinion', zh: '审批意见', at: ['kernel.errors.approval.opinionRequired'] }],
  Q16: [{ says: 'rejection reason', zh: '驳回原因', at: ['kernel.errors.approval.reasonRequired'] }],
  Q17: [{ says: 'OERP customer code', zh: 'OERP客户编码', at: ['customer.errors.oerpNeeded'] }],
  Q22: [{ says: 'SKU ID and SPU ID', zh: 'SKU ID 与 SPU ID', at: ['scheme.errors.productRequired'] }],
  Q23: [
    { says: 'price must not be null', zh: '价格不能为空', at: ['scheme.errors.priceEmpty'] },
    {
      says: 'an empty price means contact finance',
      zh: '价格为空时请联系财务',
      at: ['scheme.errors.priceEmpty'],
    },
  ],
  F1: [{ says: 'positive integers only', zh: '只能填写正整数', at: ['kernel.errors.document.notQuantity'] }],
  F2: [
    {
      says: 'valid digits',
      zh: '有效数字',
      at: ['kernel.errors.document.notAmount', 'kernel.errors.excel.cellNotNumber'],
      within: true,
    },
    {
      says: 'at most two decimals',
      zh: '最多两位小数',
      at: ['kernel.errors.document.tooManyDecimals', 'kernel.errors.excel.cellDecimals'],
    },
  ],
  F3: [{ says: 'positive', zh: '必须为正数', at: ['kernel.errors.document.notPositive'], within: true }],
  F5: [
    {
      says: 'over 50 exceeds the limit',
      zh: '超过50条，超出限制',
      at: ['kernel.errors.inbox.tooMany'],
      with: { limit: '50' },
    },
  ],
  F6: [{ says: '5', zh: '5', at: ['product.message.bannerLimit'], with: { limit: '5' }, within: true }],
  F7: [{ says: '30', zh: '30', at: ['product.message.kvLimit'], within: true }],
  F8: [
    {
      says: '.png, .jpeg, .jpg',
      zh: '.png, .jpeg, .jpg',
      at: ['kernel.errors.attachment.wrongType'],
      with: { types: '.png, .jpeg, .jpg' },
      within: true,
    },
  ],
  F9: [{ says: 'Multiple IMEIs are separated by spaces', zh: '多个IMEI以空格分隔', at: ['device/page:list.hint'] }],
  F10: [{ says: 'Future times are not allowed', zh: '不允许选择未来时间', at: ['store.errors.futureTime'] }],
  F11: said(
    'Resignation date must be later than employment date',
    '离职日期必须晚于入职日期',
    'personnel.errors.resignsTooEarly',
  ),
  B1: [
    {
      says: 'Application amount cannot exceed the available amount',
      zh: '申请金额不能超过可用金额',
      at: ['budget.errors.exceedsLine', 'budget.errors.exceedsPool'],
    },
  ],
  B4: said(
    'accumulated withholding cannot exceed the withholdable amount',
    '累计预提金额不能超过可预提金额',
    'scheme.errors.exceedsWithholdable',
  ),
  B5: said(
    'Transfer-in and transfer-out customers cannot be the same',
    '转入客户与转出客户不能相同',
    'funds.errors.sameCustomer',
  ),
  B6: [
    {
      says: 'Cannot add itself',
      zh: '不能添加自身',
      at: [
        'budget.errors.sameBudget',
        'kernel.errors.record.itself',
        'customer.errors.ownLegalEntity',
        'organisation.errors.sameCurrency',
      ],
    },
  ],
  B7: [
    {
      says: 'Selected budgets must share project pool, department, year and month, and be all phone or all IoT',
      zh: '所选预算的项目池、部门、年份、月份必须一致，且同为手机或同为 IoT',
      at: [
        'budget.errors.mixedBudgets',
        'budget.errors.mixedProductClass',
        'scheme.errors.budgetClassDiffers',
        'scheme.errors.budgetOfOtherPool',
      ],
    },
  ],
  B8: said(
    'Items of different product categories cannot be added together',
    '不同产品品类不能一起添加',
    'scheme.errors.mixedCategories',
  ),
  B9: [{ says: 'Only one SPU per booking activity', zh: '每个预约活动只能有一个SPU', at: ['scheme.errors.otherSpu'] }],
  B10: [
    { says: 'SKU already exists', zh: 'SKU已存在', at: ['product.errors.skuExists', 'product.errors.sourceExists'] },
  ],
  B12: [
    { says: 'Full currency or none at all', zh: '币种须全部填写或全部不填', at: ['scheme.errors.currencyIncomplete'] },
  ],
  B13: [
    {
      says: 'full unit price or none at all',
      zh: '单价须全部填写或全部不填',
      at: ['scheme.errors.unitPriceIncomplete'],
    },
  ],
  B14: [
    { says: 'Ladders must cover infinity', zh: '阶梯必须覆盖到无穷大', at: ['kernel.errors.document.ladderInfinity'] },
  ],
  B17: said(
    'An organization cannot be deleted while child organizations exist',
    '存在下级组织时不能删除该组织',
    'organisation.errors.hasChildren',
  ),
  B18: [
    {
      says: 'After-sales account adjustments need storage-location info; others do not',
      zh: '售后调账须填写库位信息，其他类型无需填写',
      at: ['scheme.errors.locationMissing', 'scheme.errors.locationNotAsked'],
    },
  ],
  B19: [
    {
      says: 'Finished-goods price-error stock adjustments use transfer location 990001',
      zh: '成品价差库存调整须使用调拨库位 990001',
      at: ['scheme.errors.transferLocationAsked'],
    },
  ],
  B20: [
    {
      says: "A warehouse's inventory organization and customer entity must match",
      zh: '仓库的库存组织与客户主体必须一致',
      at: ['scheme.errors.warehouseMismatch', 'store.errors.mustMatch'],
    },
  ],
  B21: [
    {
      says: 'the total is 1,000,000 or more',
      zh: '总数达到或超过1,000,000',
      at: ['kernel.errors.downloads.tooManyRows'],
      with: { limit: '1,000,000' },
    },
    { says: 'export in batches', zh: '分批导出', at: ['kernel.errors.downloads.tooManyRows'], within: true },
  ],
  B22: said('User lookup needs an account number', '查询用户需要账号', 'kernel.errors.access.accountMissing'),
  E1: [
    {
      says: 'contact production and sales to transfer stock',
      zh: '请联系产销调拨库存',
      at: ['product.message.inventoryInsufficient'],
      within: true,
    },
  ],
  E2: [{ says: 'contact finance', zh: '请联系财务', at: ['scheme.errors.priceEmpty'], within: true }],
  E3: [{ says: 'wrong SKU', zh: 'SKU错误', at: WRONG_SKU, within: true }],
  E4: [
    {
      says: 'no permission to view, contact the drafter',
      zh: '无权查看，请联系起草人',
      at: ['kernel.errors.document.notYours', 'kernel.page.denied.forbidden.title'],
    },
  ],
}

/** Rules that no text says, each with its reason; rules of areas that do not exist yet come with those areas. */
const UNSAID: Readonly<Record<string, string>> = {
  Q2: 'not built yet: orders',
  Q3: 'not built yet: orders',
  Q4: 'not built yet: orders',
  Q5: 'not built yet: orders, transfer orders',
  Q6: 'not built yet: transfer orders',
  Q11: 'the product is named by its SKU ID and SPU ID (Q22)',
  Q13: 'not built yet: shipments',
  Q18: 'not built yet: PI orders',
  Q19: 'not built yet: KV, tasks and visits; names of product categories are in test/scenario/records/record-rules',
  Q20: 'not built yet: SKD and parts orders',
  Q21: 'not built yet: transfer and return orders',
  Q24: 'not built yet: return orders',
  Q25: 'not built yet: transfer orders',
  F4: 'a shape with an example, field by field: test/scenario/records/record-rules',
  B2: 'not built yet: transfer orders',
  B3: 'not built yet: allocation',
  B11: 'not built yet: return orders',
  B15: 'not built yet: orders',
  B16: 'not built yet: loans',
  B23: 'what lists do; codes of another area are refused, each in its own words',
}

function leaf(node: unknown, path: readonly string[]): string | undefined {
  let found = node
  for (const key of path) found = (found as Readonly<Record<string, unknown>> | undefined)?.[key]
  return typeof found === 'string' ? found : undefined
}

/**
 * `scheme.errors.x` names a text of the server; `scheme/execute:fields.x` names one in a file of texts that pages load.
 */
async function textAt(path: string, language: Language): Promise<string | undefined> {
  const [file = '', inFile] = path.split(':')
  if (inFile !== undefined) {
    const [area, name] = file.split('/')
    const [found = ''] = globSync(`src/areas/${area}/*/${name}.${language}.ts`, { cwd: root })
    const module = (await import(/* @vite-ignore */ join(root, found))) as Readonly<Record<string, unknown>>
    return Object.values(module)
      .map((texts) => leaf(texts, inFile.split('.')))
      .find((text) => text !== undefined)
  }
  const [namespace = '', ...rest] = path.split('.')
  const area = areas.find(({ name }) => name === namespace)
  return leaf(area ? area.texts[language] : deliveredTexts(language)[namespace], rest)
}

/** Placeholders of a text that the case fills: they are shown as they are. */
const placesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([all, name]) => [name, all]))

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** To the letter: a sentence of its own, with nothing but the name of a field before it and additions behind it. */
function isSaidBy(text: string, words: string, isWhole: boolean): boolean {
  if (!isWhole) return text.toLowerCase().includes(words.toLowerCase())
  const before = String.raw`^(.*[:：.] ?)?((an?|the) |请填写)?`
  const behind = String.raw`($|[.:;,：；，。]| (is|are) (required|not)| ?必填|行)`
  return new RegExp(`${before}${escaped(words)}${behind}`, 'i').test(text)
}

describe('the rules of the specification', () => {
  test('every rule of the specification is listed once, with its texts or a reason for none', () => {
    const count = { Q: 25, F: 11, B: 23, E: 4 }
    const wanted = Object.entries(count).flatMap(([kind, most]) =>
      Array.from({ length: most }, (_, index) => `${kind}${index + 1}`),
    )
    expect(spec.map(({ rule }) => rule).toSorted()).toEqual(wanted.toSorted())
    expect([...Object.keys(SAID), ...Object.keys(UNSAID)].toSorted()).toEqual(wanted.toSorted())
  })

  const said = Object.entries(SAID).flatMap(([rule, parts]) =>
    parts.flatMap((part) => part.at.map((at) => [rule, at, part] as const)),
  )

  test.each(said)('rule %s of the specification has its words in the text %s', async (rule, at, part) => {
    const words = spec.find((each) => each.rule === rule)?.texts ?? []
    expect(words.join('; ').toLowerCase(), 'the spec says it').toContain(part.says.toLowerCase())
    const [en, zh] = await Promise.all((['en', 'zh'] as const).map((language) => textAt(at, language)))
    const shown = (text = '') => interpolate(text, { ...placesOf(text), ...part.with })
    expect([at, shown(en), isSaidBy(shown(en), part.says, !part.within)]).toEqual([at, shown(en), true])
    expect([at, shown(zh), isSaidBy(shown(zh), part.zh, !part.within)]).toEqual([at, shown(zh), true])
  })
  // Its menu labels (section 2) and its words for states (section 4).
  test('the menu and the states say the words of the specification', async () => {
    const title = (language: Language) => textAt('account.records.user.title', language)
    const states = [inbox.states.running, devicePage.claimStates.held, monitor.counts.failed]
    expect([await title('en'), await title('zh')]).toEqual(['User', '用户'])
    expect(states).toEqual(['Under Approval', 'Under Approval', 'Failed Pushed'])
  })
})

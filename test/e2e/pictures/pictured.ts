import { expect } from '@playwright/test'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { administrationPictures } from './administration-pictures.ts'
import { applicationOf, type Line, savedDraft } from '../support/application.ts'
import { importedRun } from '../support/imported.ts'
import { homePictures } from './home-pictures.ts'
import { pricePictures } from './price-pictures.ts'
import { schemePictures } from './scheme-pictures.ts'
import { phoneListPictures } from './phone-list-pictures.ts'
import { planPictures } from '../support/planned.ts'
import { yearEndPictures } from './year-end-pictures.ts'
import {
  agreeToCards,
  agreeToSome,
  expandFilters,
  exportAndLook,
  manyTabs,
  openTree,
  openVerb,
  phoneOrganisation,
  press,
  selectRows,
} from './picture-acts.ts'
import type { Person, Width } from '../support/person.ts'

/** A picture to take: a page, and what is done on it first. */
export interface Pictured {
  /** The page and the state that is shown there: `list-empty`. */
  readonly name: string
  readonly account: string
  readonly width: Width
  readonly address: (origin: string) => string | Promise<string>
  /** Shown once everything is there. */
  readonly settled: string
  /** Before the page is opened: a server that is slow, or refuses. */
  readonly arrange?: (person: Person) => Promise<unknown>
  /** Runs once the page has settled: opens the subject of the picture. */
  readonly act?: (person: Person) => Promise<void>
  /** The subject of the picture, where it covers half of something else: a half covered button would count as too small. */
  readonly part?: string
  /** Not signed in. */
  readonly isStranger?: true
  /** Console messages that are expected meanwhile. */
  readonly complains?: RegExp
  /** It shows elements that another picture shows too: it is taken, but not examined by a tool a second time. */
  readonly isVariant?: true
  /** Copied to docs/pictures too, in this look. */
  readonly readme?: 'light-en' | 'dark-zh'
}

const lines: readonly Line[] = [
  { project: 'PJ-IN-01', businessType: 'S0102', productLine: 'PH10', amount: '1250000' },
  { project: 'PJ-IN-02', businessType: 'S0302', productLine: 'PH20', amount: '640000.5', remark: '12 stores' },
  { project: 'PJ-IN-01', businessType: 'S0402', productLine: 'PH30', amount: '385000' },
  { project: 'PJ-IN-02', businessType: 'S0601', productLine: 'PH50', amount: '900000' },
]

/** The oldest task of the manager: one of the demonstration's own applications. */
function task(kind: 'url' | 'mobileUrl') {
  return async (origin: string): Promise<string> => {
    const path = '/aps/task/queryPage?status=open&order=oldest&page=1&limit=1'
    const { records } = await companyAt(origin).call<{ records: Record<typeof kind, string>[] }>('in.manager', path)
    return records[0]?.[kind] ?? '/tasks/pc'
  }
}

/** The download centre of a person who has exported something. */
async function exported(origin: string): Promise<string> {
  await companyAt(origin).call('in.channel', '/gs/IN/oversea/aps/budget/country/page/export', { countryCode: 'NP' })
  return '/download/center'
}

/** A project that budgets name. */
async function phoneRecord(origin: string): Promise<string> {
  const [path, asked] = ['/aps/budget/projectRecord/queryPage', { keyword: 'PJ-IN-01' }]
  const { records } = await companyAt(origin).call<{ records: { id: string }[] }>('in.finance', path, asked)
  return `/budget/mobile/master/project?id=${records[0]?.id}`
}

let draft: Promise<string> | undefined

function draftNo(origin: string): Promise<string> {
  draft ??= savedDraft(
    origin,
    applicationOf({ reason: 'Launch of the new series: stores, promoters and media', lines }),
  ).then(({ no }) => no)
  return draft
}

const clickOn = (selector: string, shows: string) => async (person: Person) => {
  await person.page.locator(selector).first().click()
  await expect(person.page.locator(shows).first()).toBeVisible()
}

const LIST = '/budget/pc/country/list'
const ROWS = 'tbody tr:nth-child(2)'
/** The last of the tools at the top: the signed-in person. */
const USER_BUTTON = '.top-bar-tools > .pop-menu:last-of-type button'
/** The main button of a page, not the other actions on its list. */
const ADD_BUTTON = '.page-head-tools .ant-btn-primary:enabled'
const LIST_CALL = '**/budget/country/page'

const made =
  (width: Width) =>
  (name: string, account: string, address: Pictured['address'], settled: string): Pictured => ({
    name,
    account,
    width,
    address,
    settled,
  })
const desk = made('desktop')
const hand = made('phone')

/** Every page, by its kind. */
export const pictured: readonly Pictured[] = [
  { ...desk('sign-in', 'in.channel', () => '/index', 'input[name=account]'), isStranger: true },
  desk('home', 'in.manager', () => '/index', 'main h1'),
  { ...desk('home-drafter', 'in.channel', () => '/index', 'main h1'), isVariant: true },
  ...homePictures(desk, hand),
  desk('home-no-menu', 'nomenu', () => '/index', '[role=alert]'),

  { ...desk('list', 'in.channel', () => LIST, ROWS), readme: 'light-en' },
  desk('list-applications', 'in.channel', () => `${LIST}?view=applications`, ROWS),
  { ...desk('list-headquarters', 'hq.auditor', () => LIST, ROWS), isVariant: true },
  desk('list-nothing-matches', 'in.channel', () => `${LIST}?budgetCode=BL999999999`, '.empty'),
  {
    ...desk('list-loading', 'in.channel', () => LIST, 'main h1'),
    arrange: ({ page }) => page.route(LIST_CALL, () => undefined),
  },
  {
    ...desk('list-error', 'in.channel', () => LIST, '.banner-error'),
    complains: /^503 .*budget\/country\/page/,
    arrange: ({ page }) =>
      page.route(LIST_CALL, (route) =>
        route.fulfill({ status: 503, json: { code: 503, msg: '', requestId: 'req-5f2c9a' } }),
      ),
  },
  { ...desk('list-selection', 'in.channel', () => LIST, ROWS), act: selectRows },
  {
    ...desk('list-columns', 'in.channel', () => LIST, ROWS),
    part: '.column-panel',
    act: clickOn('.list-tools-end .list-tool', '.column-panel'),
  },
  {
    ...desk('list-views', 'in.channel', () => LIST, ROWS),
    part: '.view-menu',
    act: clickOn('.view-button', '.view-menu'),
  },
  { ...desk('list-expanded', 'in.channel', () => `${LIST}?view=applications`, ROWS), act: expandFilters },
  { ...desk('list-postings', 'in.channel', () => LIST, ROWS), act: clickOn('.drill', 'dialog[open] tbody tr') },

  desk('apply-new', 'in.channel', () => '/budget/pc/country/apply?type=new&applyType=grant&idcCode=IN', '.sheet'),
  desk(
    'apply-draft',
    'in.channel',
    async (origin) => `/budget/pc/country/apply?type=edit&idcCode=IN&applyNo=${await draftNo(origin)}`,
    '.action-bar-facts dl:nth-child(2)',
  ),
  {
    ...desk(
      'apply-bare',
      'in.channel',
      async (origin) => `/budget/pc/country/apply?idcCode=IN&applyNo=${await draftNo(origin)}`,
      '.action-bar-facts dl:nth-child(2)',
    ),
    isVariant: true,
  },
  { ...desk('approval', 'in.manager', task('url'), '.timeline'), readme: 'dark-zh' },
  { ...desk('approval-read', 'in.channel', task('url'), '.timeline'), isVariant: true },
  {
    ...desk('approval-print', 'in.manager', task('url'), '.timeline'),
    act: clickOn('.document-tool:nth-child(2)', 'dialog[open]'),
  },
  {
    ...desk('approval-attachment', 'in.manager', task('url'), '.file-row'),
    act: clickOn('.file-row:nth-child(2) .file-open', '.preview img'),
    part: '.preview',
  },
  { ...desk('approval-transfer', 'in.manager', task('url'), '.timeline'), act: openVerb('transfer') },
  desk('downloads', 'in.channel', () => '/download/center', '.download-center'),
  desk('tasks', 'hq.budget', () => '/tasks/pc', 'tbody .code'),
  { ...desk('tasks-batch', 'hq.budget', () => '/tasks/pc', 'tbody .code'), part: 'dialog[open]', act: agreeToSome },
  { ...desk('tasks-mine', 'in.channel', () => '/tasks/pc?view=mine', 'tbody .code'), isVariant: true },
  { ...desk('tasks-all', 'admin', () => '/tasks/pc?view=all', 'tbody .code'), isVariant: true },
  desk('monitor', 'hq.it', () => '/system/monitor', ROWS),
  {
    ...desk('monitor-explained', 'hq.it', () => '/system/monitor?holder=in.manager', ROWS),
    part: 'dialog[open]',
    act: clickOn('tbody .link-button.code', '.explanation-holders button'),
  },
  desk('absence', 'in.regfinance', () => '/tasks/absence', '.absence-hint'),
  {
    ...desk('absence-form', 'in.regfinance', () => '/tasks/absence', ADD_BUTTON),
    part: 'dialog[open]',
    act: clickOn(ADD_BUTTON, 'dialog[open] .absence-form'),
  },
  desk('notifications', 'in.manager', () => '/notifications', '.notification'),
  desk('notification-settings', 'in.manager', () => '/notifications/settings', '.topic-table'),
  desk('downloads', 'in.channel', exported, 'main tbody button'),
  {
    ...desk('downloads-drawer', 'in.channel', exported, 'main tbody button'),
    act: clickOn('.download-button', 'dialog[open] tbody button'),
    isVariant: true,
  },
  { ...desk('record-list', 'hq.finance', () => '/master/pc/currencyRate', ROWS), isVariant: true },
  {
    ...desk('record-tree', 'hq.it', () => '/master/pc/organisation?shape=tree', '[role="treeitem"]'),
    act: openTree,
  },
  {
    ...desk('record-related', 'hq.it', () => '/master/pc/country?keyword=IN', 'tbody tr'),
    part: 'dialog[open]',
    act: clickOn('tbody td a', 'dialog[open] .record-related'),
    isVariant: true,
  },
  desk('sync-pushes', 'hq.it', () => '/master/pc/syncPush', ROWS),
  { ...desk('sync-runs', 'hq.it', () => '/master/pc/syncRun', ROWS), isVariant: true },
  {
    ...desk('sync-run', 'admin', () => '/master/pc/syncRun?state=succeeded&kind=pull', ROWS),
    part: 'dialog[open]',
    act: clickOn('tbody td a', 'dialog[open] .sync-refused'),
  },
  {
    ...desk('sync-setting', 'hq.it', () => '/master/pc/syncSetting?systemCode=ERP', ROWS),
    part: 'dialog[open]',
    act: clickOn('tbody td a', 'dialog[open] .sync-runs'),
    isVariant: true,
  },
  {
    ...desk('sync-form', 'hq.it', () => '/master/pc/syncSetting', ROWS),
    part: 'dialog[open]',
    act: clickOn('.list-tools .ant-btn-primary', 'dialog[open] .record-form'),
    isVariant: true,
  },
  {
    ...desk('record-detail', 'in.finance', () => '/budget/pc/master/project', ROWS),
    part: 'dialog[open]',
    act: clickOn('tbody td a', 'dialog[open] .record-history'),
  },
  {
    ...desk('record-form', 'hq.finance', () => '/master/pc/currencyRate', ROWS),
    part: 'dialog[open]',
    act: clickOn('.list-tools .ant-btn-primary', 'dialog[open] .record-form'),
  },
  desk('import-run', 'admin', importedRun, '.import-problems'),
  desk('downloads-none', 'hq.auditor', () => '/download/center', '.empty'),

  desk('project-budgets', 'in.channel', () => '/budget/pc/project/list', ROWS),
  desk('budget-overview', 'in.finance', () => '/budget/pc/overview', '.heat-cell'),
  desk('budget-self-check', 'hq.finance', () => '/budget/pc/self-check', '.check-intro'),
  hand('phone-budget-overview', 'in.finance', () => '/budget/mobile/overview', '.fall-row'),
  desk('budget-transfers', 'in.channel', () => '/budget/pc/transfer/list', ROWS),
  desk('budget-pools', 'hq.budget', () => '/budget/pc/pool/list?idcCode=IN', ROWS),
  { ...desk('budget-pool-form', 'in.regfinance', () => '/budget/pc/pool/apply?type=new', 'main h1'), isVariant: true },
  desk('project-budgets', 'in.channel', () => '/budget/pc/project/list?view=lines&idcCode=IN', ROWS),
  desk('repair-board', 'hq.finance', () => '/budget/pc/repair', ROWS),
  {
    ...desk('repair-one', 'hq.finance', () => '/budget/pc/repair', ROWS),
    part: 'dialog[open]',
    act: clickOn('tbody .link-button', 'dialog[open] .reserve-history'),
    isVariant: true,
  },
  desk('budget-settings', 'in.finance', () => '/budget/pc/setting/list', ROWS),
  desk('budget-setting-form', 'in.finance', () => '/budget/pc/setting/apply?type=new&applyType=line', 'main h1'),
  desk('transfer-form', 'in.channel', () => '/budget/pc/transfer/apply?type=new', 'main h1'),
  // A page's first call is sent beside the one for the permissions, and is refused to a person without the page.
  { ...desk('error-403', 'hq.it', () => LIST, '.message-page h1'), complains: /^403 .*\/aps\/area/ },
  desk('error-404', 'in.channel', () => '/nowhere/at/all', '.message-page h1'),
  desk('error-500', 'in.channel', () => '/500', '.message-page h1'),
  desk('later', 'in.channel', () => '/contract/detail/pc', '.message-page h1'),
  { ...desk('another-region', 'id.manager', task('url'), '.message-page h1'), complains: /^404 .*\/detail/ },

  { ...desk('shell-shortcuts', 'in.channel', () => LIST, ROWS), act: press('?') },
  { ...desk('shell-palette', 'in.channel', () => '/index', 'main h1'), act: press('Control+k') },
  { ...desk('shell-palette-document', 'in.channel', () => '/index', 'main h1'), act: searchDocument, isVariant: true },
  {
    ...desk('shell-bell', 'in.manager', () => '/index', 'main h1'),
    part: '.bell',
    act: clickOn('.bell button', '.bell a'),
  },
  {
    ...desk('shell-user-menu', 'in.channel', () => '/index', 'main h1'),
    part: '.pop-menu-list',
    act: clickOn(USER_BUTTON, '[role=menuitem]'),
  },
  { ...desk('shell-user', 'in.channel', () => '/index', 'main h1'), act: fromUserMenu(() => 'in.channel') },
  {
    ...desk('shell-error-log', 'in.channel', () => '/index', 'main h1'),
    act: fromUserMenu((texts) => texts.page.errorLog.title),
  },
  { ...desk('shell-downloads', 'in.channel', () => LIST, ROWS), act: exportAndLook },
  { ...desk('shell-tabs', 'in.channel', () => LIST, ROWS), part: '[role=menu]', act: manyTabs },
  {
    ...desk('shell-narrow', 'in.channel', () => LIST, ROWS),
    arrange: ({ page }) => page.setViewportSize({ width: 1000, height: 900 }),
    isVariant: true,
  },
  {
    ...desk('shell-200-percent', 'in.channel', () => LIST, 'main h1'),
    arrange: ({ page }) => page.setViewportSize({ width: 720, height: 450 }),
  },

  ...pricePictures(desk, hand),
  ...schemePictures(desk, hand),
  ...planPictures(desk),
  ...yearEndPictures(desk, hand),
  ...administrationPictures(desk),
  ...phoneListPictures(hand),
  hand('phone-tasks', 'hq.budget', () => '/tasks/mobile', '.task-card'),
  { ...hand('phone-batch', 'hq.budget', () => '/tasks/mobile', '.task-card'), act: agreeToCards },
  { ...hand('phone-approval', 'in.manager', task('mobileUrl'), '.timeline'), readme: 'dark-zh' },
  {
    ...hand('phone-opinion', 'in.manager', task('mobileUrl'), '.timeline'),
    act: clickOn('footer button', 'dialog[open]'),
  },
  {
    ...hand('phone-attachment', 'in.manager', task('mobileUrl'), '.file-row'),
    act: clickOn('.file-row:nth-child(2) .file-open', '.preview img'),
    part: '.preview',
  },
  { ...hand('phone-transfer', 'in.manager', task('mobileUrl'), '.timeline'), act: openVerb('transfer') },
  hand('phone-apply', 'in.channel', () => '/budget/mobile/country/apply', '.action-bar-total'),
  {
    ...hand('phone-picker', 'in.channel', () => '/budget/mobile/country/apply', '.action-bar-total'),
    act: clickOn('button[aria-haspopup=dialog]:not(.phone-icon-button)', 'dialog[open] .picker-list'),
  },
  {
    ...hand('phone-record-tree', 'hq.budget', phoneOrganisation, '.record-path'),
    act: clickOn('.fold:nth-of-type(2) summary', '.record-below'),
  },
  hand('phone-record', 'in.finance', phoneRecord, 'main h1'),
  hand('phone-later', 'in.channel', () => '/contract/detail/mobile', '.phone-message h1'),
  hand('phone-403', 'hq.it', () => '/budget/mobile/country/apply', '.phone-message h1'),
  { ...hand('phone-another-region', 'id.manager', task('mobileUrl'), 'h1'), complains: /^404 .*\/detail/ },
]

function fromUserMenu(item: (texts: Person['texts']) => string) {
  return async ({ page, texts }: Person): Promise<void> => {
    await page.locator(USER_BUTTON).click()
    await page.getByRole('menuitem', { name: item(texts) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
}

async function searchDocument(person: Person): Promise<void> {
  await press('Control+k')(person)
  await person.page.keyboard.type('CB2026')
  await expect(
    person.page
      .locator('[cmdk-item]')
      .filter({ hasText: /CB2026/ })
      .first(),
  ).toBeVisible()
}

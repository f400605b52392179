import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { menu as menuEn } from './locale/menu.en.ts'
import { menu as menuZh } from './locale/menu.zh.ts'
import { schemeApplication as applicationEn } from './application/application.en.ts'
import { schemeApplication as applicationZh } from './application/application.zh.ts'
import { schemeReversal as reversalEn } from './reversal/reversal.en.ts'
import { schemeReversal as reversalZh } from './reversal/reversal.zh.ts'
import { schemeTermination as terminationEn } from './termination/termination.en.ts'
import { schemeTermination as terminationZh } from './termination/termination.zh.ts'
import { schemeAdjust as adjustEn } from './adjustment/adjust.en.ts'
import { schemeAdjust as adjustZh } from './adjustment/adjust.zh.ts'
import { schemeSpecialPrice as specialPriceEn } from './special-price/special-price.en.ts'
import { schemeSpecialPrice as specialPriceZh } from './special-price/special-price.zh.ts'
import { schemeAdjustInvoice as adjustInvoiceEn } from './invoice-adjustment/adjust-invoice.en.ts'
import { schemeAdjustInvoice as adjustInvoiceZh } from './invoice-adjustment/adjust-invoice.zh.ts'
import { schemeAnnualCarryover as carryoverEn } from './carryover/annual-carryover.en.ts'
import { schemeAnnualCarryover as carryoverZh } from './carryover/annual-carryover.zh.ts'
import { schemeReceivablesAdjustment as receivablesEn } from './receivables-adjustment/receivables-adjustment.en.ts'
import { schemeReceivablesAdjustment as receivablesZh } from './receivables-adjustment/receivables-adjustment.zh.ts'
import { schemeExecute as executeEn } from './execution/execute.en.ts'
import { schemeExecute as executeZh } from './execution/execute.zh.ts'
import { schemeClawback as clawbackEn } from './clawback/clawback.en.ts'
import { schemeClawback as clawbackZh } from './clawback/clawback.zh.ts'
import { partialApprovalTexts, rightTexts } from './locale/rights.ts'
import { schemeWithhold as withholdEn } from './withhold/withhold.en.ts'
import { schemeWithhold as withholdZh } from './withhold/withhold.zh.ts'
import { zh } from './locale/zh.ts'
import { rows } from './locale/rows.ts'
import { REDUCED, rightsOf } from './shared/scheme-document.ts'
import type { SchemeSegment } from './shared/scheme-routes.ts'

/** The documents that the area has, in the order of its menu. */
const ROUTES = [
  'application',
  'withhold',
  'reversal',
  'execute',
  'negativeRedemption',
  'terminal',
  'adjust',
  'annualCarryover',
  'receivablesAdjustment',
  'specialPriceApprovalForm',
  'adjustInvoice',
] as const satisfies readonly SchemeSegment[]

const shared = { pcode: 'scheme', icon: '', routingCache: false, hidden: false } as const

function reduceRightOf(route: SchemeSegment): string | undefined {
  return (REDUCED as Partial<Record<SchemeSegment, string>>)[route]
}

/** Pages of a document: its list, and the page to edit and read it. */
function pagesOf(route: SchemeSegment, index: number): MenuEntry[] {
  const { view, submit, approve, retry, export: take } = rightsOf(route)
  const named = { ...shared, name: menuZh[route], nameEn: menuEn[route] }
  const form = { ...named, rights: [view, submit], hidden: true } as const
  const sortIndex = 303 + index * 2
  const buttons = [view, submit, approve, ...[reduceRightOf(route) ?? []].flat(), retry, take, 'approval.task.export']
  const code = `scheme_${route}`
  return [
    {
      ...named,
      code: `${code}_list`,
      icon: 'table',
      url: `/scheme/${route}/list`,
      sortIndex,
      rights: [view],
      routingCache: true,
      buttons: [view, submit, take],
    },
    { ...form, code, url: `/scheme/${route}/pc`, routingCache: true, sortIndex: sortIndex + 1, buttons },
    { ...form, code: `${code}_mobile`, url: `/scheme/${route}/mobile`, sortIndex: sortIndex + 1, buttons },
  ]
}

function rightsWithTexts(route: SchemeSegment) {
  const rights = rightsOf(route)
  const texts = rightTexts(route)
  const own = Object.fromEntries(
    (Object.keys(rights) as (keyof typeof rights)[]).map((name) => [rights[name], texts[name]]),
  )
  const reduce = reduceRightOf(route)
  return reduce === undefined ? own : { ...own, [reduce]: partialApprovalTexts(route) }
}

/** All of them, for the server: pages load what they need. */
const texts = {
  en: {
    ...en,
    rows: rows.en,
    menu: menuEn,
    errors: errorsEn,
    documents: {
      schemeApplication: applicationEn,
      schemeWithhold: withholdEn,
      schemeReversal: reversalEn,
      schemeExecute: executeEn,
      schemeClawback: clawbackEn,
      schemeTermination: terminationEn,
      schemeAdjust: adjustEn,
      schemeAnnualCarryover: carryoverEn,
      schemeReceivablesAdjustment: receivablesEn,
      schemeSpecialPrice: specialPriceEn,
      schemeAdjustInvoice: adjustInvoiceEn,
    },
  },
  zh: {
    ...zh,
    rows: rows.zh,
    menu: menuZh,
    errors: errorsZh,
    documents: {
      schemeApplication: applicationZh,
      schemeWithhold: withholdZh,
      schemeReversal: reversalZh,
      schemeExecute: executeZh,
      schemeClawback: clawbackZh,
      schemeTermination: terminationZh,
      schemeAdjust: adjustZh,
      schemeAnnualCarryover: carryoverZh,
      schemeReceivablesAdjustment: receivablesZh,
      schemeSpecialPrice: specialPriceZh,
      schemeAdjustInvoice: adjustInvoiceZh,
    },
  },
}

const application = rightsOf('application')
const withhold = rightsOf('withhold')

/** Schemes from the application to their settlement. */
export const schemeArea: AreaManifest = {
  name: 'scheme',
  texts,
  lists: { scheme: ROUTES.map((route) => rightsOf(route).view) },
  menu: [
    {
      ...shared,
      code: 'scheme',
      pcode: '',
      name: menuZh.group,
      nameEn: menuEn.group,
      icon: 'table',
      url: '',
      sortIndex: 300,
      rights: ROUTES.map((route) => rightsOf(route).view),
      buttons: [],
    },
    {
      ...shared,
      code: 'scheme_list',
      icon: 'table',
      name: menuZh.schemes,
      nameEn: menuEn.schemes,
      url: '/scheme/list',
      sortIndex: 301,
      rights: [application.view],
      routingCache: true,
      buttons: [application.view, application.submit, application.export],
    },
    ...['/scheme/detail', '/scheme/mobile/detail'].map((url, index) => ({
      ...shared,
      code: index === 0 ? 'scheme_detail' : 'scheme_detail_mobile',
      name: menuZh.detail,
      nameEn: menuEn.detail,
      url,
      sortIndex: 302,
      rights: [application.view],
      hidden: true,
      buttons: [application.view, ...ROUTES.map((route) => rightsOf(route).submit)],
    })),
    ...ROUTES.flatMap(pagesOf),
    {
      ...shared,
      code: 'scheme_withhold_run',
      icon: 'table',
      name: menuZh.withholdRun,
      nameEn: menuEn.withholdRun,
      url: '/scheme/withhold/run',
      sortIndex: 306,
      rights: [withhold.submit],
      routingCache: true,
      buttons: [withhold.view, withhold.submit, withhold.export],
    },
    {
      ...shared,
      code: 'scheme_application_plain',
      name: menuZh.application,
      nameEn: menuEn.application,
      url: '/scheme/application',
      sortIndex: 304,
      rights: [application.view, application.submit],
      hidden: true,
      buttons: [...Object.values(application), 'approval.task.export'],
    },
  ],
  rights: Object.assign({}, ...ROUTES.map(rightsWithTexts)) as AreaManifest['rights'],
}

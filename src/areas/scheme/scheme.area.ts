import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { menu as menuEn } from './locale/menu.en.ts'
import { menu as menuZh } from './locale/menu.zh.ts'
import { zh } from './locale/zh.ts'
import { rows } from './locale/rows.ts'
import { PROPOSAL_LIST, PROPOSALS } from './price-protection/proposal-wire.ts'
import { rightsOf } from './shared/scheme-document.ts'
import { REBATE_TYPES } from './shared/scheme-types.ts'
import { SCHEME_SEGMENTS } from './scheme.documents.ts'
import { homeTexts as homeEn } from './home/home.en.ts'
import { homeTexts as homeZh } from './home/home.zh.ts'

const shared = { pcode: 'scheme', icon: '', routingCache: false, hidden: false } as const

/** The texts of the area, without those of documents, which stand beside their definitions. */
const texts = {
  en: {
    ...en,
    home: homeEn,
    rows: rows.en,
    menu: menuEn,
    errors: errorsEn,
  },
  zh: {
    ...zh,
    home: homeZh,
    rows: rows.zh,
    menu: menuZh,
    errors: errorsZh,
  },
}

/** What a customer's own people see of schemes (decision 117). */
const OWN = { view: 'scheme.own.view', export: 'scheme.own.export' } as const

const application = rightsOf('application')
const withhold = rightsOf('withhold')

/** Schemes from the application to their settlement. Menu, rights and texts of its documents come from their definitions. */
export const schemeArea: AreaManifest = {
  name: 'scheme',
  texts,
  dictionaries: {
    rebateType: { codes: REBATE_TYPES, texts: 'scheme.documents.schemeApplication.options.rebateType' },
  },
  lists: { scheme: SCHEME_SEGMENTS.map((route) => rightsOf(route).view), [PROPOSALS]: [application.view] },
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
      rights: [...SCHEME_SEGMENTS.map((route) => rightsOf(route).view), OWN.view],
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
      buttons: [application.view, ...SCHEME_SEGMENTS.map((route) => rightsOf(route).submit)],
    })),
    {
      ...shared,
      code: 'scheme_price_protection',
      icon: 'table',
      name: menuZh.proposals,
      nameEn: menuEn.proposals,
      url: PROPOSAL_LIST,
      sortIndex: 305,
      rights: [application.view],
      routingCache: true,
      buttons: [application.view, application.submit, application.export],
    },
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
  rights: {
    [OWN.view]: { zh: menuZh.ownView, en: menuEn.ownView },
    [OWN.export]: { zh: menuZh.ownExport, en: menuEn.ownExport },
  },
}

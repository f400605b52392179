import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { CHANGE_PAGES } from '#kernel/engine/record/change-address.ts'
import { en } from './locale/en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { zh } from './locale/zh.ts'

const VIEW = 'change.record.view'

/** Changes of master data by approval, for every kind of record. */
export const changeRequestArea: AreaManifest = {
  name: 'change-request',
  texts: { en: { ...en, errors: errorsEn }, zh: { ...zh, errors: errorsZh } },
  menu: [
    {
      code: 'change_list',
      pcode: 'master',
      name: zh.menu.list,
      nameEn: en.menu.list,
      icon: 'tasks',
      url: CHANGE_PAGES.list,
      routingCache: true,
      hidden: false,
      sortIndex: 890,
      rights: [VIEW],
      buttons: [VIEW, 'change.record.submit', 'change.record.approve', 'change.record.export'],
    },
  ],
  rights: {},
}

import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { recordManifest, viewEntries } from '#kernel/engine/record/record-manifest.ts'
import { en } from './locale/en.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { zh } from './locale/zh.ts'
import { records } from './records/account-records.ts'
import { views } from './records/account-views.ts'

const texts = { zh: recordsZh, en: recordsEn }
const manifest = recordManifest(records, texts, { pcode: 'system', sortIndex: 940 })

const page = (
  text: keyof typeof en.menu,
  more: Pick<MenuEntry, 'code' | 'pcode' | 'url' | 'sortIndex' | 'rights' | 'buttons' | 'hidden'>,
): MenuEntry => ({ icon: 'user', routingCache: false, name: zh.menu[text], nameEn: en.menu[text], ...more })

/** The accounts that may sign in, and their sessions. */
export const accountArea: AreaManifest = {
  name: 'account',
  texts: { en: { ...en, records: recordsEn }, zh: { ...zh, records: recordsZh } },
  menu: [
    ...manifest.menu,
    ...viewEntries(views, texts, { pcode: 'system', sortIndex: 943 }),
    page('sessions', {
      code: 'account_sessions',
      pcode: 'system',
      url: '/system/sessions',
      sortIndex: 945,
      hidden: false,
      rights: ['access.session.view'],
      buttons: ['access.session.view', 'access.session.end', 'access.viewAs'],
    }),
    page('ownSessions', {
      code: 'account_own_sessions',
      pcode: 'dashboard',
      url: '/account/sessions',
      sortIndex: 23,
      hidden: true,
      rights: [],
      buttons: [],
    }),
  ],
  rights: manifest.rights,
}

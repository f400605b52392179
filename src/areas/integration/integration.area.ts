import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { recordManifest } from '#kernel/engine/record/record-manifest.ts'
import { en } from './locale/en.ts'
import { menu as menuEn } from './locale/menu.en.ts'
import { menu as menuZh } from './locale/menu.zh.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { zh } from './locale/zh.ts'
import { records } from './records/integration-records.ts'
import { rows } from './locale/rows.ts'

const GROUP = 'integration'
const BUTTONS = ['integration.sync.run', 'integration.log.view', 'integration.log.export', 'integration.setting.edit']

const kept = recordManifest(records, { zh: recordsZh, en: recordsEn }, { pcode: GROUP, sortIndex: 881 })

function entry(
  text: 'group' | 'runs' | 'pushes',
  more: Pick<MenuEntry, 'code' | 'url' | 'sortIndex'> & Partial<MenuEntry>,
) {
  const shared = { pcode: GROUP, icon: 'list', routingCache: true, hidden: false, buttons: BUTTONS }
  return { ...shared, rights: ['integration.log.view'], name: menuZh[text], nameEn: menuEn[text], ...more }
}

/** Synchronization of our records with other systems, and its results. */
export const integrationArea: AreaManifest = {
  name: 'integration',
  texts: { en: { ...en, records: recordsEn, rows: rows.en }, zh: { ...zh, records: recordsZh, rows: rows.zh } },
  menu: [
    entry('group', {
      code: GROUP,
      pcode: '',
      icon: 'share',
      url: '',
      routingCache: false,
      rights: [],
      buttons: [],
      sortIndex: 880,
    }),
    // The actions of a setting or a system are on its own page.
    ...kept.menu.map((each) => ({ ...each, buttons: [...new Set([...each.buttons, ...BUTTONS])] })),
    entry('runs', { code: 'sync_run', url: '/master/pc/syncRun', sortIndex: 885 }),
    entry('pushes', { code: 'sync_push', url: '/master/pc/syncPush', sortIndex: 886 }),
  ],
  rights: {
    ...kept.rights,
    'integration.sync.run': { zh: menuZh.rights.run, en: menuEn.rights.run },
    'integration.log.view': { zh: menuZh.rights.view, en: menuEn.rights.view },
    'integration.log.export': { zh: menuZh.rights.export, en: menuEn.rights.export },
  },
}

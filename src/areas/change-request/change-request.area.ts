import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { CHANGE_PAGES } from '#kernel/engine/record/change-address.ts'
import { en } from './locale/en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { zh } from './locale/zh.ts'
import { rows } from './locale/rows.ts'

const VIEW = 'change.record.view'
const SUBMIT = 'change.record.submit'
const APPROVE = 'change.record.approve'
const EXPORT = 'change.record.export'

function entry(
  more: Pick<MenuEntry, 'code' | 'url' | 'sortIndex'> & Partial<MenuEntry>,
  text: keyof typeof en.menu,
): MenuEntry {
  const shared = { pcode: 'master', icon: '', routingCache: false, hidden: true, rights: [VIEW] }
  return { ...shared, buttons: [VIEW, SUBMIT, APPROVE, EXPORT], name: zh.menu[text], nameEn: en.menu[text], ...more }
}

/** Changes of master data by approval, for every kind of record. */
export const changeRequestArea: AreaManifest = {
  name: 'change-request',
  texts: { en: { ...en, errors: errorsEn, rows: rows.en }, zh: { ...zh, errors: errorsZh, rows: rows.zh } },
  menu: [
    entry(
      { code: 'change_list', icon: 'tasks', url: CHANGE_PAGES.list, sortIndex: 890, hidden: false, routingCache: true },
      'list',
    ),
    entry(
      { code: 'change_apply', url: CHANGE_PAGES.apply, sortIndex: 891, rights: [SUBMIT], routingCache: true },
      'apply',
    ),
    entry({ code: 'change_apply_mobile', url: CHANGE_PAGES.mobileApply, sortIndex: 892, rights: [SUBMIT] }, 'apply'),
    entry(
      {
        code: 'change_approval',
        url: CHANGE_PAGES.pc,
        sortIndex: 893,
        routingCache: true,
        buttons: [VIEW, SUBMIT, APPROVE, EXPORT, 'approval.task.export'],
      },
      'approval',
    ),
    entry({ code: 'change_approval_mobile', url: CHANGE_PAGES.mobile, sortIndex: 894 }, 'approval'),
  ],
  rights: {
    [VIEW]: { zh: zh.rights.view, en: en.rights.view },
    [SUBMIT]: { zh: zh.rights.submit, en: en.rights.submit },
    [APPROVE]: { zh: zh.rights.approve, en: en.rights.approve },
    [EXPORT]: { zh: zh.rights.export, en: en.rights.export },
  },
}

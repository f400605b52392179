import type { OwnNoticeTexts } from './own-notices.en.ts'

/** What people of a customer are told when prices of theirs change, in Chinese. */
export const ownNotices: OwnNoticeTexts = {
  titles: {
    approve: '新价格',
    endEarly: '价格提前结束',
    revoke: '已公布的价格不再生效',
    extend: '价格有效期延长',
    undo: '价格已撤销',
  },
  about: {
    approve: '{count} 个产品，{day} 起生效',
    endEarly: '{count} 个产品，有效至 {day}',
    revoke: '{count} 个产品，原定 {day} 起生效',
    extend: '{count} 个产品，有效至 {day}',
    undo: '{count} 个产品，原定 {day} 起生效',
  },
}

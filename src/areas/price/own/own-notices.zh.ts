import type { OwnNoticeTexts } from './own-notices.en.ts'

/** What people of a customer are told when prices of theirs change, in Chinese. */
export const ownNotices: OwnNoticeTexts = {
  titles: {
    approve: '新价格',
    endEarly: '价格提前结束',
    revoke: '已公布的价格不再生效',
    extend: '价格有效期延长',
    undo: '价格已撤销',
    join: '新价格',
    leave: '不再适用的价格',
  },
  about: {
    approve: '{count} 个价格，{day} 起生效',
    endEarly: '{count} 个价格，有效至 {day}',
    revoke: '{count} 个价格，原定 {day} 起生效',
    extend: '{count} 个价格，有效至 {day}',
    undo: '{count} 个价格，原定 {day} 起生效',
    join: '{count} 个价格，{day} 起生效',
    leave: '{count} 个价格，{day} 起不再适用',
  },
  ofCustomer: '{customer}：{words}',
}

/** What people of a customer are told when prices of theirs change, in English. */
export const ownNotices = {
  titles: {
    approve: 'New prices',
    endEarly: 'Prices that end early',
    revoke: 'Announced prices that will not come',
    extend: 'Prices that hold longer',
    undo: 'Prices that were taken back',
  },
  about: {
    approve: '{count} {count, product|products}, from {day}',
    endEarly: '{count} {count, product|products}, until {day}',
    revoke: '{count} {count, product|products}, announced from {day}',
    extend: '{count} {count, product|products}, until {day}',
    undo: '{count} {count, product|products}, announced from {day}',
  },
}

export type OwnNoticeTexts = typeof ownNotices

/** What people of a customer are told when prices of theirs change, in English. */
export const ownNotices = {
  titles: {
    approve: 'New prices',
    endEarly: 'Prices that end early',
    revoke: 'Announced prices that will not come',
    extend: 'Prices that hold longer',
    undo: 'Prices that were taken back',
    join: 'New prices',
    leave: 'Prices that no longer hold',
  },
  about: {
    approve: '{count} {count, price|prices}, from {day}',
    endEarly: '{count} {count, price|prices}, until {day}',
    revoke: '{count} {count, price|prices}, announced from {day}',
    extend: '{count} {count, price|prices}, until {day}',
    undo: '{count} {count, price|prices}, announced from {day}',
    join: '{count} {count, price|prices}, from {day}',
    leave: '{count} {count, price|prices}, from {day}',
  },
  /** To people who work for several customers. */
  ofCustomer: '{customer}: {words}',
}

export type OwnNoticeTexts = typeof ownNotices

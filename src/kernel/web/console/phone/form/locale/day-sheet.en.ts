/** Texts of the phone's calendar. */
export const daySheet = {
  previous: 'Previous month',
  next: 'Next month',
  month: 'Choose month and year: {month}',
  year: 'Year',
  today: 'Today',
  now: 'Now',
  clear: 'Clear',
  done: 'Done',
  hour: 'Hour',
  minute: 'Minute',
}

export type DaySheetTexts = typeof daySheet

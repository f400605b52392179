/** Texts of what the receiver says of a transfer, and of the way back, in English. */
export const transferActs = {
  title: 'What arrived',
  hint: 'Say what arrived before you agree. What you do not name stays with the giver.',
  all: 'Everything arrived',
  again: 'Start again',
  box: 'Numbers that arrived',
  name: 'Arrived',
  unknown: 'Not in this transfer: {numbers}',
  arrived: '{arrived} of {total} devices named as arrived',
  allArrived: 'All {total} devices arrived',
  rest: 'What failed',
  restHint: 'Retry moves what the giver has again; close ends the transfer and frees what was not moved.',
  retry: 'Retry',
  close: 'Close',
  back: 'Take back',
  backHint: 'Drafts a transfer of the same devices back, while none of them has moved since.',
  reverse: 'Draft the transfer back',
}

export type TransferActTexts = typeof transferActs

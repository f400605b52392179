/** Texts of partial approval, in English; loaded for people who may use it. */
export const reduce = {
  open: 'Approve less…',
  title: 'Approve less than is asked for',
  hint: 'Leave a line as it is, or say how much of it you agree to. What others took off stands already.',
  asked: 'Requested',
  stands: 'Left by approvers before',
  approved: 'Approved',
  off: 'Less',
  line: 'Line {line}: approved amount',
  reason: 'Why less',
  total: 'Total',
  gaps: {
    reason: 'Say why less is agreed to',
    amounts: 'Some amounts cannot be read or are too much',
    nothingLeft: 'Nothing would be left: reject it instead',
  },
  tooMuch: 'At most {most}',
  notAmount: 'An amount with at most two decimals',
  find: 'Find a line',
  more: 'Show {count} more',
}

export type PartialApprovalTexts = typeof reduce

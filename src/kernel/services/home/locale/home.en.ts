/** Texts of the kernel's cards on the home page, in English. */
export const homeTexts = {
  label: 'Home',
  tasks: 'Waiting for you',
  noTasks: 'Nothing waits for you right now.',
  allTasks: 'All tasks',
  drafts: 'Waiting for a second person',
  draftOf: 'Drafted by {name}',
  ownDraft: 'Drafted by you: somebody else publishes it',
  kinds: {
    role: 'Role',
    userAccess: 'Access of a person',
    segregationRule: 'Segregation rules',
    menu: 'Menu',
    template: 'Approval route',
    bands: 'Amount bands',
    rates: 'Exchange rates',
    parameter: 'Parameter',
    dictionary: 'Dictionary',
    translation: 'Translation',
  },
  back: 'Came back to you',
  backBy: '{state} by {name}',
  still: 'Stands still',
  stillWith: 'with {name}',
  moved: 'Went through',
  mine: 'All that I started',
  broken: 'Needs repair',
  monitor: 'Approval monitoring',
  stuck: 'Stuck approvals',
  slow: 'Slow approvals',
  effects: 'Failed effects',
  jobs: 'Given up jobs',
  deliveries: 'Messages not delivered',
  pushes: 'Failed pushes',
  fine: 'Nothing is broken.',
  decided: 'Decided by you',
  decidedTitle: 'Your decisions',
  weeks: 'By week, oldest first: {values}',
} as const

export type HomeTexts = {
  readonly [K in keyof typeof homeTexts]: K extends 'kinds'
    ? Readonly<Record<keyof (typeof homeTexts)['kinds'], string>>
    : string
}

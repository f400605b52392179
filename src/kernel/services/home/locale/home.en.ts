import { monitor } from '../../monitor/locale/monitor.en.ts'

/** Texts of the kernel's cards on the home page, in English. */
export const homeTexts = {
  label: 'Home',
  tasks: 'Waiting for you',
  noTasks: 'Nothing waits for you right now.',
  allTasks: 'All tasks',
  moreTasks: '{count} more {count, task|tasks}',
  drafts: 'Waiting for a second person',
  draftOf: 'Drafted by {name}',
  back: 'Came back to you',
  backBy: '{state} by {name}',
  still: 'Stands still',
  stillWith: 'with {name}',
  moved: 'Went through',
  mine: 'All that I started',
  mineRunning: 'All of mine under approval',
  mineApproved: 'All of mine that were approved',
  broken: 'Needs repair',
  monitor: 'Approval monitoring',
  stuck: 'Stuck approvals',
  slow: 'Slow approvals',
  effects: monitor.counts.failed,
  jobs: 'Jobs given up',
  registry: 'Documents with a wrong register entry',
  deliveries: 'Messages undelivered in 7 days',
  fine: 'Nothing is broken.',
  decided: 'Decided by you in {weeks} weeks',
  decidedTitle: 'Your decisions',
  weeks: 'By week, oldest first: {values}',
  groupAll: 'in the list',
  groupNew: 'new or changed',
  groupSince: 'What is new or changed is counted from {day} on.',
  groupDrafts: '{label}: my drafts',
  groupPages: 'Also here',
} as const

export type HomeTexts = Readonly<Record<keyof typeof homeTexts, string>>

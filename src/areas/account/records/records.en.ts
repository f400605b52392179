import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Texts of the area's records in English. */
export const records = {
  user: {
    label: 'account',
    title: 'User',
    many: 'People',
    uses: { superiorAccount: 'Subordinates' },
    views: { app: 'App accounts' },
    example: 'India newcomer',
    fields: {
      account: 'Account number',
      nameZh: 'Chinese name',
      nameEn: 'English name',
      kind: 'Used at',
      jobTitle: 'Job title',
      organisationCode: 'Organisation',
      superiorAccount: 'Superior',
      email: 'Mail address',
      language: 'Language',
      resignedOn: 'Resignation date',
      successorAccount: 'Takes over',
    },
    options: { kind: { pc: 'Desktop', app: 'App' }, language: { zh: 'Chinese', en: 'English' } },
    states: {
      draft: 'Inactivated',
      approved: 'To be activated',
      enabled: 'Activated',
      disabled: 'Disabled',
      resigned: 'Resigned',
    },
    leaving: {
      title: 'When this person leaves',
      goes: 'To {name} go: {tasks} open {tasks, task|tasks}, {drafts} {drafts, draft or returned document|drafts and returned documents}, {views} shared {views, view|views}.',
      nobody:
        'Nobody takes over: {tasks} open {tasks, task|tasks}, {drafts} {drafts, draft or returned document|drafts and returned documents}, {views} shared {views, view|views} stay where they are. Name who takes over, or a superior.',
      ends: '{delegations} {delegations, delegation ends|delegations end}, and own views and notification settings are deleted.',
    },
  },
}

export type AccountRecordTexts = TextShape<typeof records>

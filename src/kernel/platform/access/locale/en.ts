/** Texts of the pages that the server itself draws around sign-in, and of the permission calls. */
export const en = {
  signIn: {
    title: 'Sign in',
    lead: 'Approvals, budgets and sales of the overseas business',
    account: 'Account',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The account or the password is wrong',
    blocked: 'Too many wrong passwords. Please wait a few minutes and try again',
    expired: 'This sign-in page has expired. Please start again',
    again: 'Start again',
    demo: 'Demonstration accounts',
    demoLead: 'Choose one to sign in as it. The password of all is demo.',
    otherLanguage: '中文',
    otherLanguageCode: 'zh',
  },
  signedIn: {
    title: 'You are signed in',
    lead: 'Go back to the window that you came from. This one can be closed.',
    home: 'Go on here instead',
  },
  signOut: {
    title: 'Signing out',
    lead: 'You are being signed out.',
    submit: 'Sign out',
    done: 'You are signed out',
  },
  refused: {
    title: 'You cannot sign in',
    unknown: 'The account {account} is not known to this application. Please contact the administrator.',
    disabled: 'The account {account} is disabled. Please contact the administrator.',
    failed: 'The sign-in could not be finished. It may have taken too long, or it was begun in another browser.',
    unavailable: 'The sign-in service cannot be reached at the moment. Please try again.',
    tooMany: 'Too many sign-ins from this address. Please wait a minute and try again.',
    again: 'Sign in again',
    other: 'Sign in with another account',
  },
  demoChat: {
    title: 'Team chat',
    hint: 'The demonstration has no team chat. This is the message it would be handed.',
    open: 'Open the link',
  },
  rights: {
    taskView: "See and do one's own tasks",
    taskExport: "Export: one's own task lists",
    monitorExport: 'Export: lists of approval monitoring',
    templateExport: 'Export: routes, bands and rates',
    sessionView: 'See who is signed in',
    sessionEnd: 'End sessions of others',
    viewAs: 'See the product as another person sees it',
    viewShare: 'Share views of lists',
    templateView: 'Read route templates, bands and rates',
    templateEdit: 'Edit route templates, bands and rates',
    templatePublish: 'Publish what another edited of route templates, bands and rates',
    approvalTalk: 'Comment on documents and circulate them',
    approvalOversee: 'See all approvals and how they stand',
    approvalAdminister: 'Watch over running approvals and mend them',
  },
  ownAccount: 'Your account',
  settingDraft: 'A setting that two people change',
  initialized: 'Permissions are up to date',
  noMenu: 'You have not configured the menu permissions, please contact the administrator',
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type AccessTexts = TextShape<typeof en>

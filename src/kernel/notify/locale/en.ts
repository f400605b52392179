/** What the product says outside its pages, in English; its shape is the type that the other language satisfies. */
export const en = {
  /** After number and title of the document. */
  sentences: {
    task: 'Waits for your decision',
    handedOver: 'Was handed over to you',
    urged: '{actor} asks you to decide',
    reminded: 'Still waits for you, its time limit is near',
    escalated: 'Its time limit has passed, it was escalated',
    answered: '{actor} answered your question',
    approved: 'Was approved',
    rejected: 'Was rejected by {actor}',
    returned: 'Was returned by {actor}',
    terminated: 'Was terminated by {actor}',
    commented: '{actor} commented',
    failToOccupy: 'Finance did not confirm that its money is held: retry or withdraw it',
    failToRelease: 'Finance did not give back what it held for it: it needs a retry',
    checkDifference: 'Found differences: look at what they are',
    used: 'You answer for it: a supplement asks for more, a transfer brings it from elsewhere',
    copied: '{actor} sent you a copy',
    withdrawn: 'Was withdrawn by {actor}',
  },
  handedOn: 'Was handed over to somebody else',
  /** Instead of the others of a task that is over. */
  settled: 'No longer waits for you',
  /** Who did what the clock does. */
  system: 'The system',
  subject: {
    one: '{no} {title}: {sentence}',
    many: '{count} messages: {summary}',
    waiting: '{count} wait for you',
    drafted: '{count} about your documents',
    others: '{count} for your information',
    separator: ', ',
    digest: 'Your day: {summary}',
    digestWaiting: '{count} waiting',
    digestDecided: '{count} decided',
    digestAgent: '{count} decided for you',
    test: 'Test message',
  },
  greeting: 'Hello {name},',
  intro: {
    notices: 'this happened since the last message:',
    digest: 'this is how things stand on {day}.',
    test: 'this is a test message. Notifications reach you on this channel.',
  },
  sections: {
    mine: 'Waiting for you',
    drafted: 'Your documents',
    others: 'For your information',
    waiting: 'Waiting for you, the oldest first',
    decided: 'Decided on your documents',
    agent: 'Decided for you while you were away',
  },
  entry: {
    drafter: 'Raised by {name}',
    waits: 'Waits {time}',
    days: '{days} d {hours} h',
    hours: '{hours} h {minutes} min',
    minutes: '{minutes} min',
    agreedFor: '{actor} agreed for you',
    rejectedFor: '{actor} rejected for you',
    returnedFor: '{actor} returned it for you',
    decidedFor: '{actor} decided for you',
    opinion: '“{opinion}”',
  },
  more: 'and {count} more',
  open: 'Open',
  openPhone: 'On a phone',
  openTasks: 'All my tasks',
  openAll: 'All notifications',
  footer: {
    why: 'You get this message because you take part in these approvals.',
    settings: 'Choose what reaches you and when',
    zone: 'All times are {zone}.',
    noReply: 'Nobody reads answers to this address.',
  },
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export type NotifyTexts = Widened<typeof en>

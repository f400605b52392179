// Words that are not used as identifiers, and the term that is used instead. `GLOSSARY.md` explains the terms.

/** Words of business and of approvals: their term stands in the third column of the glossary. */
export const GLOSSARY_TERMS: Readonly<Record<string, string>> = {
  occupation: 'encumbrance',
  lessen: 'partial approval',
  lessened: 'partial approval',
  rehearsal: 'dry run',
  rehearse: 'dry run',
  seal: 'checkpoint',
  sealed: 'checkpoint',
  agent: 'substitute',
  duty: 'segregation of duties',
  whom: 'beneficiary',
  alike: 'duplicate',
  'scheme part': 'funding line',
  'proposed part': 'funding line',
  'scheme terminal': 'termination',
  'scheme negative redemption': 'clawback',
}

/** Other words: whole names, or words within them, with the name that says what is meant. */
export const PLAIN_TERMS: Readonly<Record<string, string>> = {
  'approval look': 'approvalReadReceipt',
  'asked by': 'the person or key that is meant',
  'asked order': 'requestedOrder',
  'clock acts': 'deadlines',
  'error strip': 'errorBanner',
  'facts to keep': 'approvalFingerprint',
  'hold spec': 'rowLockSpec',
  'kept facts': 'approvalFingerprint',
  'let go': 'release',
  'line that stands': 'approvedLine',
  'list walk': 'recordNavigator',
  'mine routes': 'myDocumentsRoutes',
  'news subject': 'notificationSubject',
  'one place': 'singlePinMap',
  'outbox aside': 'outboxDeadLetter',
  'read again': 'serializationFailure',
  'said in': 'parseRemoteJson',
  'secrets told': 'exposedSecrets',
  'stand in': 'importFixture',
  'standing mark': 'authorizationEpoch',
  'tell end': 'notifyOutcome',
  'tell of': 'outboxEvent',
  'told of': 'visibleContent',
  'watch standing': 'watchAuthorization',
}

/** Names that say nothing or several things: forbidden whole, allowed as a part of a longer name. */
export const EMPTY_NAMES: ReadonlySet<string> = new Set([
  'Asked',
  'Case',
  'Effects',
  'Fold',
  'Ground',
  'News',
  'OnePlace',
  'PageSpec',
  'Pairs',
  'Sourced',
  'Standing',
  'Strip',
  'Told',
  'Turns',
  'Whom',
  'Widened',
  'raced',
  'the',
])

/** A title that begins with one of these is no sentence: it says nothing in a log that shows only the title. */
export const TITLE_OPENERS: ReadonlySet<string> = new Set(
  (
    'is are was were be has have had does do did can may must will would should of to but by for with without and or nor ' +
    'in on at from as where when while that than whose which who whom neither either not only also so then'
  ).split(' '),
)

/** What readers of the pages did not understand, or understood otherwise than it was meant: no English text says it again. */
export const UNCLEAR_TEXTS = [
  'Why Can I Not',
  'As the list is made',
  'Hand them in at once',
  'Document to come',
  'Whole / Value',
  'Reads in the audit',
  'has not come to its end',
  'has not the 15 digits',
  'Take along',
  'Likely finished',
  'Rebate good until',
  'Longest special price',
  'What the month lacked',
  'What is one document',
  'You answer for it',
  'Nobody found',
  'As the end of',
]

import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Outgoing } from './outgoing.ts'
import type { Recipient } from './recipient.ts'
import { notifyTexts } from './wording.ts'

/** A message that people send to themselves to test a channel. */
export function testMessage(recipient: Recipient): Outgoing {
  const texts = notifyTexts(recipient.language)
  return {
    kind: 'test',
    language: recipient.language,
    subject: texts.subject.test,
    greeting: interpolate(texts.greeting, { name: recipient.name }),
    intro: texts.intro.test,
    sections: [],
    zone: recipient.rules.zone,
    thread: null,
  }
}

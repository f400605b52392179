import { expect, it } from 'vitest'
import type { Kind } from './kinds.ts'
import { en } from './locale/en.ts'
import type { Outgoing } from './outgoing.ts'
import { mailHtml, mailText } from './render-mail.ts'

const mail = (...kinds: readonly Kind[]): Outgoing => ({
  kind: 'notices',
  language: 'en',
  subject: 'New prices',
  greeting: 'Hello,',
  intro: 'this happened.',
  sections: [
    {
      title: 'News',
      more: 0,
      entries: kinds.map((kind) => ({
        kind,
        documentType: 'ownPrices.approve',
        no: 'PA1',
        title: 'Prices',
        sentence: 'Announced to your company',
        amount: null,
        currency: null,
        drafter: null,
        opinion: null,
        at: new Date('2026-11-18T06:00:00Z'),
        url: '/a',
        mobileUrl: '/b',
      })),
    },
  ],
  zone: 'UTC+00:00',
  thread: null,
})

it('a mail about nothing but announcements does not say that its reader takes part in approvals', () => {
  for (const written of [mailText(mail('announced'), ''), mailHtml(mail('announced'), '')]) {
    expect(written).toContain(en.footer.announced)
    expect(written).not.toContain('approvals')
  }
  expect(mailText(mail('announced', 'approved'), '')).toContain(en.footer.why)
  expect(mailText(mail('approved'), '')).not.toContain(en.footer.announced)
})

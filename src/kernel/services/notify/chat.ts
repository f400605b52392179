import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { type Answer, callOut } from '#kernel/platform/outgoing/call.ts'
import { retryAfter, verdictOf } from '#kernel/platform/outgoing/verdict.ts'
import { errorText, type DeliveryOutcome, type Sender } from './channel.ts'
import { HEADERS, signatureOf } from './chat-signature.ts'
import type { MessageEntry, Outgoing } from './outgoing.ts'
import type { Recipient } from './recipient.ts'
import { amountOf, NOTIFICATIONS_PATH } from './render-mail.ts'
import { notifyTexts } from './wording.ts'

export interface ChatOptions {
  readonly url: string
  readonly secret: string
  readonly publicUrl: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** A receiver may ask for a delay, but not forever. */
const LONGEST_WAIT_MS = 3_600_000
/** Bytes read of an answer; only its status matters. */
const ANSWER_BYTES = 1_024

/** Posts signed messages to the one address of the chat, which forwards them to the named account. */
export function chatSender(options: ChatOptions): Sender {
  const { url, secret, timeoutMs = TIMEOUT_MS } = options
  return {
    async send(id, recipient, outgoing, now) {
      const body = JSON.stringify(payloadOf(id, recipient, outgoing, options.publicUrl))
      // Time of this attempt: a receiver refuses old signatures.
      const timestamp = String(Math.floor(now.getTime() / 1000))
      const answer = await callOut({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          [HEADERS.id]: id,
          [HEADERS.timestamp]: timestamp,
          [HEADERS.signature]: signatureOf(secret, timestamp, body),
        },
        body,
        timeoutMs,
        maxBytes: ANSWER_BYTES,
      })
      return outcomeOf(answer)
    },
    close: () => undefined,
  }
}

function outcomeOf(answer: Answer): DeliveryOutcome {
  if (answer.kind !== 'answered')
    return { state: 'again', error: errorText('cause' in answer ? answer.cause : answer.kind), outage: true }
  const verdict = verdictOf(answer.status)
  if (verdict === 'taken') return { state: 'sent' }
  const error = `the chat answered ${answer.status}`
  if (verdict === 'refused') return { state: 'refused', error }
  const seconds = retryAfter(answer.header('retry-after'))
  const afterMs = Math.min((seconds ?? 0) * 1000, LONGEST_WAIT_MS)
  return { state: 'again', error, outage: true, ...(afterMs > 0 ? { afterMs } : {}) }
}

/** As docs/chat-webhook.md describes it. */
function payloadOf(id: string, recipient: Recipient, outgoing: Outgoing, publicUrl: string) {
  return {
    id,
    type: outgoing.kind,
    recipient: { account: recipient.account, name: recipient.name, language: outgoing.language },
    title: outgoing.subject,
    text: textOf(outgoing, publicUrl),
    link: publicUrl + (linkOf(outgoing) ?? NOTIFICATIONS_PATH),
    sections: outgoing.sections.map((section) => ({
      title: section.title,
      more: section.more,
      items: section.entries.map((entry) => ({
        kind: entry.kind,
        documentType: entry.documentType,
        no: entry.no,
        title: entry.title,
        text: entry.sentence,
        amount: entry.amount,
        currency: entry.currency,
        drafter: entry.drafter,
        opinion: entry.opinion,
        at: entry.at.toISOString(),
        link: publicUrl + entry.url,
        mobileLink: publicUrl + entry.mobileUrl,
      })),
    })),
  }
}

/** The document's page, where the message is about one document. */
function linkOf(outgoing: Outgoing): string | null {
  const entries = outgoing.sections.flatMap((section) => section.entries)
  return outgoing.thread === null ? null : (entries[0]?.url ?? null)
}

/** For a chat that shows text only; an entry is two short lines. */
function textOf(outgoing: Outgoing, publicUrl: string): string {
  const texts = notifyTexts(outgoing.language)
  if (outgoing.kind === 'test') return `${outgoing.greeting} ${outgoing.intro}`
  const line = (entry: MessageEntry): string =>
    [
      [`${entry.no} ${entry.title}`, entry.sentence, amountOf(entry)].filter(Boolean).join(' · '),
      publicUrl + entry.mobileUrl,
    ].join('\n')
  return outgoing.sections
    .flatMap((section) => [
      section.title,
      ...section.entries.map(line),
      ...(section.more > 0 ? [interpolate(texts.more, { count: section.more })] : []),
    ])
    .join('\n')
}

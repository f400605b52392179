import { createTransport } from 'nodemailer'
import { errorText, type DeliveryOutcome, type Sender } from './channel.ts'
import { subjectOf } from './outgoing.ts'
import { mailHtml, mailText, SETTINGS_PATH } from './render-mail.ts'

export interface MailOptions {
  /** `smtp://user:password@host:587`, `smtps://…:465`. */
  readonly url: string
  /** `Back Office <office@company.example>` */
  readonly from: string
  readonly publicUrl: string
}

/** A server that does not answer blocks nobody for longer: there is a next attempt. */
/**
 * Time-out of one attempt, all steps together: shorter than the claim on the message (deliver.ts), so that nobody else sends it meanwhile.
 */
const PATIENCE_MS = 60_000
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/** Mail by SMTP over a few connections that are kept for a while. */
export function mailSender({ url, from, publicUrl }: MailOptions): Sender {
  const transport = createTransport({ ...TIMEOUTS, url, pool: true, maxConnections: 4 })
  const domain = /@([^\s<>]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(id, recipient, outgoing) {
      if (recipient.email === null) return { state: 'refused', error: 'the account has no address' }
      try {
        const sending = transport.sendMail({
          from,
          // As an address object, so that nothing in it is parsed as a list of several.
          to: { name: recipient.name, address: recipient.email },
          subject: subjectOf(outgoing.subject),
          messageId: `<${id}@${domain}>`,
          ...(outgoing.thread === null ? {} : { references: `<${outgoing.thread}@${domain}>` }),
          text: mailText(outgoing, publicUrl),
          html: mailHtml(outgoing, publicUrl),
          // Prevents automatic holiday replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          list: { unsubscribe: publicUrl + SETTINGS_PATH },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        await inTime(sending)
        return { state: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** One plain mail to an address that belongs to no account. */
export async function sendPlainMail(
  { url, from }: Pick<MailOptions, 'url' | 'from'>,
  mail: { readonly to: string; readonly subject: string; readonly text: string },
): Promise<void> {
  const transport = createTransport({ ...TIMEOUTS, url })
  try {
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await inTime(transport.sendMail({ from, ...mail, headers, disableFileAccess: true, disableUrlAccess: true }))
  } finally {
    transport.close()
  }
}

async function inTime(sending: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the mail server takes too long')), PATIENCE_MS)
  try {
    await Promise.race([sending, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A 5xx about the address or the content is final; anything else may be temporary. */
function outcomeOf(cause: unknown): DeliveryOutcome {
  const { code, responseCode } = cause as { code?: string; responseCode?: number }
  const error = errorText(cause)
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isOfMessage && responseCode !== undefined && responseCode >= 500) return { state: 'refused', error }
  return { state: 'again', error, outage: !isOfMessage }
}

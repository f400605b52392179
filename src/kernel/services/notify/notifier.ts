import type { NotifyConfig } from '#kernel/base/config/config.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { poll, type Polling } from '#kernel/platform/jobs/poll.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { MessageHandler } from '#kernel/platform/outbox/relay.ts'
import type { Sender } from './channel.ts'
import { chatSender } from './chat.ts'
import { type DeliveryServices, sendDue } from './deliver.ts'
import type { Channel } from './kinds.ts'
import { mailSender } from './mail.ts'
import { planDigests } from './plan-digests.ts'
import { takeNotices } from './take-notices.ts'
import { documentsOf } from './wording.ts'

export function channelsOf({ mail, chat }: NotifyConfig): readonly Channel[] {
  return [...(mail ? (['mail'] as const) : []), ...(chat ? (['chat'] as const) : [])]
}

export interface NotifierOptions {
  readonly pool: TransactionPool
  readonly now: () => Date
  readonly documents: readonly ServerDocument[]
  readonly publicUrl: string
  readonly config: NotifyConfig
}

/** The worker's part of notifications: messages from the relay, due digests and messages, hourly cleaning. */
export interface Notifier {
  readonly take: MessageHandler
  /** Makes due digests and sends due messages. Returns the number sent. */
  runOnce(closing?: AbortSignal): Promise<number>
  readonly purge: () => readonly Statement[]
  close(): void
}

export function createNotifier(options: NotifierOptions): Notifier {
  const { pool, now, config, publicUrl } = options
  const channels = channelsOf(config)
  const senders = new Map<Channel, Sender>()
  if (config.mail) senders.set('mail', mailSender({ ...config.mail, publicUrl }))
  if (config.chat) senders.set('chat', chatSender({ ...config.chat, publicUrl }))
  const services: DeliveryServices = { pool, now, documents: documentsOf(options.documents), senders }
  return {
    take: takeNotices({ now, channels, groupSeconds: config.groupSeconds }),
    async runOnce(closing) {
      await planDigests({ pool, now, channels })
      return sendDue(services, closing)
    },
    purge: () => {
      const oldest = new Date(now().getTime() - config.days * 86_400_000)
      return [forgetMessages(oldest), forgetNotifications(oldest)]
    },
    close: () => {
      for (const sender of senders.values()) sender.close()
    },
  }
}

const forgetMessages = prepared('notify.forget-messages', 'delete from notification_delivery where ended_at < $1')
const forgetNotifications = prepared('notify.forget', 'delete from notification where at < $1')

const LOOK_MS = 2_000

/**
 * Polls a few times a minute for what became due; an idle poll is two reads of an index. It is no queue job: the work
 * of a killed worker would stay locked there for hours, while a lease is taken over after two minutes.
 */
export function startNotifier(notifier: Notifier): Polling {
  const polling = poll(LOOK_MS, async (closing) => {
    await notifier
      .runOnce(closing)
      // The database is away; due messages wait.
      .catch((error: unknown) => console.error(`notifications wait: ${(error as Error).message}`))
    return false
  })
  return {
    async close() {
      await polling.close()
      notifier.close()
    },
  }
}

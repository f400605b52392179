import type { WaitingDraft } from '#kernel/engine/setting/setting-wire.ts'
import { post } from '../client/api.ts'

const PATH = '/aps/setting/draft'

export const waitingDrafts = (signal: AbortSignal) =>
  post<readonly WaitingDraft[]>(`${PATH}/waiting`, {}, { signal, handles: true })

export const askToPublish = (kind: string, key: string, draftVersion: number) =>
  post<{ people: number }>(`${PATH}/ask`, { kind, key, draftVersion })

export const rejectDraft = ({ kind, key, draftVersion }: WaitingDraft, opinion: string) =>
  post<{ key: string }>(`${PATH}/reject`, { kind, key, draftVersion, opinion })

export const publishWaiting = ({ publishPath, key, draftVersion }: WaitingDraft) =>
  post<{ version: number }>(publishPath, { key, draftVersion })

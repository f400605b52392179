import { lazy } from 'react'
import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { documentItems } from '#kernel/web/console/items/item-parts.ts'
import { deviceTransfer } from './device-transfer.doc.ts'

/** A transfer on its pages, at both widths. */
export const page: DocumentPageSpec = { definition: deviceTransfer }

const part = (name: 'Receipt' | 'AfterTransfer') =>
  lazy(() => import('./TransferActs.tsx').then((module) => ({ default: module[name] })))

/** Lazy-loaded: what the receiver says before they agree, the numbers, and what may be done after the approval. */
export const sections = [part('Receipt'), documentItems(deviceTransfer), part('AfterTransfer')]

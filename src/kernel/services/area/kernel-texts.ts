import { kernelRights } from '#kernel/platform/access/rights.ts'
import { absenceErrorTexts as absenceEn } from '#kernel/services/absence/locale/absence.en.ts'
import { absenceErrorTexts as absenceZh } from '#kernel/services/absence/locale/absence.zh.ts'
import { accessErrorTexts as accessEn } from '#kernel/platform/access/locale/access-errors.en.ts'
import { accessErrorTexts as accessZh } from '#kernel/platform/access/locale/access-errors.zh.ts'
import { downloadErrorTexts as downloadsEn } from '#kernel/services/downloads/locale/download-errors.en.ts'
import { downloadErrorTexts as downloadsZh } from '#kernel/services/downloads/locale/download-errors.zh.ts'
import { effectErrorTexts as effectsEn } from '#kernel/engine/effects/locale/effect-errors.en.ts'
import { effectErrorTexts as effectsZh } from '#kernel/engine/effects/locale/effect-errors.zh.ts'
import { excelErrorTexts as excelEn } from '#kernel/platform/excel/locale/excel.en.ts'
import { excelErrorTexts as excelZh } from '#kernel/platform/excel/locale/excel.zh.ts'
import { importErrorTexts as importsEn } from '#kernel/services/imports/locale/import-server.en.ts'
import { importErrorTexts as importsZh } from '#kernel/services/imports/locale/import-server.zh.ts'
import { inboxErrorTexts as inboxEn } from '#kernel/services/tasks/locale/inbox-errors.en.ts'
import { inboxErrorTexts as inboxZh } from '#kernel/services/tasks/locale/inbox-errors.zh.ts'
import { ledgerErrorTexts as ledgerEn } from '#kernel/engine/ledger/locale/ledger-errors.en.ts'
import { ledgerErrorTexts as ledgerZh } from '#kernel/engine/ledger/locale/ledger-errors.zh.ts'
import { notifyErrorTexts as notifyEn } from '#kernel/services/notify/locale/notify-errors.en.ts'
import { notifyErrorTexts as notifyZh } from '#kernel/services/notify/locale/notify-errors.zh.ts'
import { preferenceErrorTexts as preferenceEn } from '#kernel/platform/preference/locale/preference-errors.en.ts'
import { preferenceErrorTexts as preferenceZh } from '#kernel/platform/preference/locale/preference-errors.zh.ts'
import { printErrorTexts as printEn } from '#kernel/services/print/locale/print-errors.en.ts'
import { printErrorTexts as printZh } from '#kernel/services/print/locale/print-errors.zh.ts'
import { recordErrorTexts as recordEn } from '#kernel/engine/record/locale/record-server.en.ts'
import { recordErrorTexts as recordZh } from '#kernel/engine/record/locale/record-server.zh.ts'
import { requestErrorTexts as requestEn } from '#kernel/platform/http/locale/request-errors.en.ts'
import { requestErrorTexts as requestZh } from '#kernel/platform/http/locale/request-errors.zh.ts'
import { reserveErrorTexts as reserveEn } from '#kernel/engine/reserve/locale/reserve-server.en.ts'
import { reserveErrorTexts as reserveZh } from '#kernel/engine/reserve/locale/reserve-server.zh.ts'
import { syncErrorTexts as syncEn } from '#kernel/services/sync/locale/sync-server.en.ts'
import { syncErrorTexts as syncZh } from '#kernel/services/sync/locale/sync-server.zh.ts'
import { twoPeopleErrorTexts as twoPeopleEn } from '#kernel/engine/setting/locale/setting-server.en.ts'
import { twoPeopleErrorTexts as twoPeopleZh } from '#kernel/engine/setting/locale/setting-server.zh.ts'
import { approvalErrorTexts as approvalEn } from '#kernel/engine/approval/locale/approval-errors.en.ts'
import { approvalErrorTexts as approvalZh } from '#kernel/engine/approval/locale/approval-errors.zh.ts'
import { httpErrorTexts as httpEn } from '#kernel/platform/http/locale/http-errors.en.ts'
import { httpErrorTexts as httpZh } from '#kernel/platform/http/locale/http-errors.zh.ts'
import {
  attachmentErrorTexts as attachmentEn,
  fileErrorTexts as fileEn,
} from '#kernel/platform/files/locale/file-errors.en.ts'
import {
  attachmentErrorTexts as attachmentZh,
  fileErrorTexts as fileZh,
} from '#kernel/platform/files/locale/file-errors.zh.ts'
import { axisErrorTexts as axisEn } from '#kernel/engine/document/axes/locale/axis-errors.en.ts'
import { axisErrorTexts as axisZh } from '#kernel/engine/document/axes/locale/axis-errors.zh.ts'
import type { EffectState } from '#kernel/engine/definition/effect.ts'
import { documentErrorTexts as documentEn } from '#kernel/base/i18n/locale/document-server.en.ts'
import { documentErrorTexts as documentZh } from '#kernel/base/i18n/locale/document-server.zh.ts'
import { en } from '#kernel/base/i18n/locale/en.ts'
import { registerServerTexts } from '#kernel/base/i18n/texts.ts'
import type { ReserveState } from '#kernel/engine/reserve/reserve-states.ts'

/** Texts that every page has, about folders of higher layers. */
interface SharedTexts {
  readonly pushStates: Readonly<Record<EffectState, string>>
  readonly reserveStates: Readonly<Record<ReserveState, string>>
}

/** Texts of errors that only the server puts into words: no page loads them. */
export const kernelErrorTexts = {
  en: {
    absence: absenceEn,
    access: accessEn,
    approval: approvalEn,
    attachment: attachmentEn,
    axis: axisEn,
    document: documentEn,
    downloads: downloadsEn,
    effects: effectsEn,
    excel: excelEn,
    file: fileEn,
    http: httpEn,
    imports: importsEn,
    inbox: inboxEn,
    ledger: ledgerEn,
    notify: notifyEn,
    preference: preferenceEn,
    print: printEn,
    record: recordEn,
    request: requestEn,
    reserve: reserveEn,
    sync: syncEn,
    twoPeople: twoPeopleEn,
  },
  zh: {
    absence: absenceZh,
    access: accessZh,
    approval: approvalZh,
    attachment: attachmentZh,
    axis: axisZh,
    document: documentZh,
    downloads: downloadsZh,
    effects: effectsZh,
    excel: excelZh,
    file: fileZh,
    http: httpZh,
    imports: importsZh,
    inbox: inboxZh,
    ledger: ledgerZh,
    notify: notifyZh,
    preference: preferenceZh,
    print: printZh,
    record: recordZh,
    request: requestZh,
    reserve: reserveZh,
    sync: syncZh,
    twoPeople: twoPeopleZh,
  },
}

/** Registers the server's texts that are beside their owners. Every process that puts refusals into words calls it at its start. */
export function registerKernelTexts(): void {
  en satisfies SharedTexts
  registerServerTexts(kernelErrorTexts, kernelRights)
}

import { Type } from 'typebox'
import { requireCompanyWide } from '#kernel/platform/access/company-wide.ts'
import type { ListExport, Reader } from '#kernel/platform/exports/list-export.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import { noticeKinds as kindsEn } from '../notify/locale/notice-kinds.en.ts'
import { noticeKinds as kindsZh } from '../notify/locale/notice-kinds.zh.ts'
import type { Kind } from '../notify/kinds.ts'
import { labelOf } from '#kernel/engine/document/document-label.ts'
import { boundDocuments } from '#kernel/engine/document/server-document.ts'
import {
  type GivenUpJob,
  givenUpJobs,
  registryDifferences,
  type UndeliveredNotice,
  undeliveredNotices,
} from './failure-lists.ts'
import {
  differenceCount,
  type DifferenceFilters,
  differencePage,
  type DifferenceRow,
  givenUpCount,
  givenUpPage,
  type JobFilters,
  type JobRow,
  type NoticeFilters,
  type UndeliveredRow,
  queueExists,
  retryJobs,
  undeliveredCount,
  undeliveredPage,
} from './given-up.queries.ts'
import { monitor as en } from './locale/monitor.en.ts'
import { monitor as zh } from './locale/monitor.zh.ts'

const texts = overridableTexts('monitor', { en, zh })
const kindTexts = overridableTexts('noticeKinds', { en: kindsEn, zh: kindsZh })

/** The machinery is that of the whole company. */
const within = (_tx: unknown, { principal }: Reader): undefined => requireCompanyWide(principal) as undefined
const shared = { within, texts: { monitor: { en, zh } } }

function jobView(language: Language, { last_error, created_at, since, name_zh, name_en, ...row }: JobRow): GivenUpJob {
  return {
    ...row,
    person: language === 'zh' ? name_zh : name_en,
    error: last_error,
    since: since.toISOString(),
    createdAt: created_at.toISOString(),
  }
}

const jobs = serveList(givenUpJobs, {
  ...shared,
  summaries: {
    page: 'Jobs that the queue gave up, the latest first',
    count: 'Jobs that the queue gave up: how many match',
  },
  read: async (tx, { asked, language }, place) =>
    (await queueExists(tx))
      ? (await tx.rows(givenUpPage(asked as JobFilters, place))).map((row) => jobView(language, row))
      : [],
  total: async (tx, { asked }) =>
    (await queueExists(tx)) ? ((await tx.first(givenUpCount(asked as JobFilters)))?.total ?? 0) : 0,
})

/** What a message was about: its kind, and the kinds of notification in it; never their texts. */
function topicOf(language: Language, { kind, kinds }: Pick<UndeliveredRow, 'kind' | 'kinds'>): string {
  if (kind !== 'notices') return texts[language].messageKinds[kind as 'digest' | 'test']
  const names = (kinds ?? []).map((each) => kindTexts[language][each as Kind])
  return names.join(texts[language].separator)
}

function noticeView(language: Language, row: UndeliveredRow): UndeliveredNotice {
  return {
    id: row.id,
    person: language === 'zh' ? row.name_zh : row.name_en,
    account: row.account,
    topic: topicOf(language, row),
    channel: row.channel,
    error: row.last_error,
    attempts: row.attempts,
    since: row.ended_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  }
}

const notices = serveList(undeliveredNotices, {
  ...shared,
  summaries: {
    page: 'Messages that were given up, the latest first: whom they were for and why, never their content',
    count: 'Messages that were given up: how many match',
  },
  read: async (tx, { asked, language }, place) =>
    (await tx.rows(undeliveredPage(asked as NoticeFilters, place))).map((row) => noticeView(language, row)),
  total: async (tx, { asked }) => (await tx.first(undeliveredCount(asked as NoticeFilters)))?.total ?? 0,
})

function differenceView(language: Language, { document_id: id, document_type: type, no, fields, at }: DifferenceRow) {
  const { differing, separator } = texts[language]
  const document = boundDocuments().find(({ definition }) => definition.name === type)
  return {
    id: `${id} ${at.getTime()}`,
    type: labelOf(language, document, type),
    no,
    fields: fields.map((each) => differing[each]).join(separator),
    at: at.toISOString(),
  }
}

const differences = serveList(registryDifferences, {
  ...shared,
  summaries: {
    page: 'Documents whose row in the registry was wrong and was mended by the nightly comparison, the latest first',
    count: 'How many documents had a wrong row in the registry',
  },
  read: async (tx, { asked, language }, place) =>
    (await tx.rows(differencePage(asked as DifferenceFilters, place))).map((row) => differenceView(language, row)),
  total: async (tx, { asked }) => (await tx.first(differenceCount(asked as DifferenceFilters)))?.total ?? 0,
})

const MOST = 500

const retryJobsRoute = defineRoute({
  method: 'POST',
  path: `${givenUpJobs.path}/retry`,
  right: 'approval.administer',
  summary: 'Try jobs again that the queue gave up',
  mode: 'write',
  body: Type.Object(
    { ids: Type.Array(Type.String({ pattern: String.raw`^\d{1,18}$` }), { minItems: 1, maxItems: MOST }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ changed: Type.Integer() }),
  async handler(tx, { principal }, { body }) {
    requireCompanyWide(principal)
    if (!(await queueExists(tx))) return { changed: 0 }
    return { changed: (await tx.first(retryJobs(body.ids)))?.changed ?? 0 }
  },
})

export const failureListRoutes: readonly Route[] = [
  ...jobs.routes,
  ...notices.routes,
  ...differences.routes,
  retryJobsRoute,
]
export const failureListExports: readonly ListExport[] = [...jobs.exports, ...notices.exports, ...differences.exports]

import { may } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { healthCounts } from '#kernel/services/monitor/health-sql.ts'
import { measureOf } from '#kernel/services/monitor/monitor.routes.ts'
import { systemHealth } from '#kernel/services/monitor/system-health.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { cardOf, homeFigure, homeRow, type HomeSource } from './home-source.ts'
import { homeText } from './home-texts.ts'

const MONITOR = '/system/monitor'
/** Counting what is stuck reads every running approval: once in a minute is enough for a home page. */
const FRESH_MS = 60_000

/** What is broken: stuck approvals, failed effects, jobs, messages and pushes. */
const broken = (documents: readonly ServerDocument[]): HomeSource => ({
  key: 'broken',
  group: 'broken',
  order: 10,
  right: 'approval.oversee',
  async read(tx, reader) {
    const { language, principal } = reader
    const definitions = documents.map(({ definition }) => definition)
    const address = { kind: 'homeBroken', filters: limitMark(principal), scope: principal.scope }
    const compute = async () => {
      const counts = await tx.first(healthCounts(await measureOf(tx, reader, definitions)))
      return { stuck: counts?.stuck ?? 0, slow: counts?.slow ?? 0 }
    }
    const [{ value: health }, system] = await Promise.all([
      keptFigure(tx, address, compute, FRESH_MS),
      systemHealth(tx),
    ])
    const counted = [
      ['stuck', health.stuck, `${MONITOR}?health=stuck`, 'bad'],
      ['effects', system.effectsFailed, `${MONITOR}?health=failed`, 'bad'],
      ['jobs', system.jobsFailed, MONITOR, 'bad'],
      ['deliveries', system.deliveriesFailed, MONITOR, 'warn'],
      ['slow', health.slow, `${MONITOR}?health=slow`, 'warn'],
    ] as const
    return cardOf({
      title: homeText(language, 'broken'),
      none: homeText(language, 'fine'),
      link: { text: homeText(language, 'monitor'), url: MONITOR, mobileUrl: MONITOR },
      figures: counted
        .filter(([, value]) => value > 0)
        .map(([key, value, url, tone]) =>
          homeFigure({ key, label: homeText(language, key), value: String(value), tone, url }),
        ),
    })
  },
})

/** Kinds of settings: the right to publish them, and the page of one. */
const KINDS: Readonly<Record<string, readonly [publish: string, page: (key: string) => string]>> = {
  role: ['permission.role.publish', (key) => `/system/roles/edit?role=${encodeURIComponent(key)}`],
  userAccess: ['permission.access.publish', (key) => `/system/access/edit?account=${encodeURIComponent(key)}`],
  segregationRule: ['permission.segregationRule.publish', () => '/system/duties'],
  menu: ['permission.menu.publish', () => '/system/menus'],
  template: ['approval.template.publish', (key) => `/approval/templates/edit?code=${encodeURIComponent(key)}`],
  bands: ['approval.template.publish', () => '/approval/bands'],
  rates: ['approval.template.publish', () => '/approval/bands'],
  parameter: ['setting.parameter.publish', () => '/system/parameters'],
  dictionary: ['setting.dictionary.publish', () => '/system/dictionaries'],
  translation: ['setting.translation.publish', () => '/system/translations'],
}

const waitingDrafts = prepared<{
  kind: string
  key: string
  note: string
  at: Date
  name_zh: string
  name_en: string
  is_own: boolean
}>(
  'home.drafts',
  `select f.kind, f.key, f.note, f.edited_at as at, u.name_zh, u.name_en, $1 = any (f.editors || f.created_by || f.edited_by) as is_own
   from setting_draft f join app_user u on u.id = f.edited_by where f.kind = any ($2::text[]) order by is_own, f.edited_at limit 8`,
)

/** Drafts of settings that wait for the person who publishes them. */
const drafts: HomeSource = {
  key: 'drafts',
  group: 'waiting',
  order: 20,
  right: null,
  async read(tx, { language, principal }) {
    const kinds = Object.keys(KINDS).filter((kind) => may(principal, KINDS[kind]![0]))
    if (kinds.length === 0) return null
    const rows = await tx.rows(waitingDrafts(principal.userId, kinds))
    return cardOf({
      title: homeText(language, 'drafts'),
      rows: rows.map(({ kind, key, note, at, is_own: isOwn, ...names }) =>
        homeRow({
          key: `${kind} ${key}`,
          title: `${homeText(language, `kinds.${kind}`)} · ${key}`,
          detail: isOwn
            ? homeText(language, 'ownDraft')
            : homeText(language, 'draftOf', { name: names[`name_${language}`] }),
          said: note.trim() === '' ? null : note,
          at: at.toISOString(),
          atIs: 'since',
          url: KINDS[kind]![1](key),
        }),
      ),
    })
  },
}

export function systemCards(documents: readonly ServerDocument[]): readonly HomeSource[] {
  return [broken(documents), drafts]
}

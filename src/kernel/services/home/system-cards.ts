import { keptFigure } from '#kernel/platform/http/figures.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { GIVEN_UP_JOBS_PAGE, REGISTRY_COUNTED, UNDELIVERED_COUNTED } from '#kernel/services/monitor/failure-lists.ts'
import { healthCounts } from '#kernel/services/monitor/health-sql.ts'
import { measureOf } from '#kernel/services/monitor/monitor.routes.ts'
import { systemHealth } from '#kernel/services/monitor/system-health.ts'
import { waitingDrafts } from '#kernel/services/setting-publication/second-people.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { cardOf, homeFigure, homeRow, type HomeSource } from './home-source.ts'
import { homeText } from './home-texts.ts'

const MONITOR = '/system/monitor'
/** Counting what is stuck reads every running approval: once in a minute is enough for a home page. */
const FRESH_MS = 60_000
const SHOWN = 5

/** What is broken: stuck approvals, failed pushes, jobs and messages. */
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
      systemHealth(tx, principal),
    ])
    const counted = [
      ['stuck', health.stuck, `${MONITOR}?health=stuck`, 'bad'],
      ['effects', system.effectsFailed, `${MONITOR}?health=failed`, 'bad'],
      ['jobs', system.jobsFailed, GIVEN_UP_JOBS_PAGE, 'bad'],
      ['registry', system.registryDifferences, REGISTRY_COUNTED, 'warn'],
      ['deliveries', system.deliveriesFailed, UNDELIVERED_COUNTED, 'warn'],
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

/** Drafts of settings whose writers asked for a second person, for whoever may be the one: their tasks have them too. */
const drafts: HomeSource = {
  key: 'drafts',
  group: 'waiting',
  order: 20,
  right: null,
  async read(tx, reader) {
    const { language } = reader
    const asked = await waitingDrafts(tx, reader)
    return cardOf({
      title: homeText(language, 'drafts'),
      rows: asked.slice(0, SHOWN).map(({ kind, key, title, by, note, askedAt, url }) =>
        homeRow({
          key: `${kind} ${key}`,
          title,
          detail: homeText(language, 'draftOf', { name: by }),
          said: note.trim() === '' ? null : note,
          at: askedAt,
          atIs: 'since',
          url,
          mobileUrl: '/tasks/mobile',
        }),
      ),
    })
  },
}

export function systemCards(documents: readonly ServerDocument[]): readonly HomeSource[] {
  return [broken(documents), drafts]
}

import { sql } from 'kysely'
import { may } from '#kernel/platform/access/principal.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { OWN_STORE } from '../own-store/own-store.ts'
import {
  cardOf,
  homeCount,
  homeRow,
  MOST_COUNTED,
  type HomeReader,
  type HomeSource,
} from '#kernel/services/home/home-source.ts'

const SHOWN = 5
const NEWS_DAYS = 30

const IMAGES = { url: '/master/pc/storeImage', mobileUrl: '/master/mobile/storeImage' } as const
const OWN = { url: OWN_STORE.pc, mobileUrl: OWN_STORE.mobile } as const
const within = ({ url, mobileUrl }: typeof IMAGES | typeof OWN, query: string) => ({
  url: `${url}${query}`,
  mobileUrl: `${mobileUrl}${query}`,
})

/** A new picture of a store. */
const newImage = (code: string) => ({
  url: `${IMAGES.url}?record=new&new.storeCode=${encodeURIComponent(code)}`,
  mobileUrl: `${IMAGES.mobileUrl}?form=new&storeCode=${encodeURIComponent(code)}`,
})

const words =
  ({ language }: HomeReader) =>
  (key: string) =>
    textAt(language, `store.home.${key}`)

/** The stores that a person is limited to, and their pictures. */
const mine: HomeSource = {
  key: 'myStores',
  group: 'waiting',
  order: 30,
  right: 'store.store.view',
  async read(tx, reader) {
    const codes = reader.principal.limits?.['store_code']
    if (!codes || codes.length === 0) return null
    const text = words(reader)
    const images = () => scoped(reader.principal, 'store_image').where('store_image.store_code', 'in', [...codes])
    const counted = async (of: ReturnType<typeof images>) => {
      const looked = of.select('store_image.id').limit(MOST_COUNTED + 1)
      const query = qb.selectFrom(looked.as('i')).select(sql<number>`count(*)::int`.as('total'))
      return (await tx.first(statementOf(query)))?.total ?? 0
    }
    const [stores, all, pending] = await Promise.all([
      tx.rows(
        statementOf(
          scoped(reader.principal, 'store')
            .where('store.code', 'in', [...codes])
            .select([
              'store.code',
              sql<string>`${sql.ref(`store.name_${reader.language}`)}`.as('name'),
              sql<Date | null>`(select max(i.taken_at) from store_image i where i.store_code = store.code)`.as('last'),
            ])
            .orderBy('store.code')
            .limit(SHOWN),
        ),
      ),
      counted(images()),
      counted(images().where('store_image.result', '=', 'pending')),
    ])
    const [first] = stores
    return cardOf({
      title: text(stores.length > 1 ? 'several' : 'mine'),
      link:
        first && may(reader.principal, 'store.storeImage.edit')
          ? { text: text('newPicture'), ...newImage(first.code) }
          : null,
      figures: [
        homeCount(all, { key: 'pictures', label: text('pictures'), ...IMAGES }),
        homeCount(pending, { key: 'pending', label: text('pending'), ...within(IMAGES, '?result=pending') }),
      ],
      rows: stores.map(({ code, name, last }) =>
        homeRow({
          key: code,
          title: name,
          detail: last === null ? `${code} · ${text('noPicture')}` : `${code} · ${text('lastPicture')}`,
          at: last?.toISOString() ?? null,
          atIs: last === null ? null : 'done',
          ...within(OWN, `?storeCode=${encodeURIComponent(code)}`),
        }),
      ),
    })
  },
}

/** The person's own pictures that were rejected, and why. */
const back: HomeSource = {
  key: 'rejectedPictures',
  group: 'moved',
  order: 40,
  right: 'store.storeImage.view',
  async read(tx, reader) {
    const text = words(reader)
    const rows = await tx.rows(
      statementOf(
        scoped(reader.principal, 'store_image')
          .innerJoin('store as s', 's.code', 'store_image.store_code')
          .leftJoin('app_user as u', 'u.id', 'store_image.auditor_id')
          .where('store_image.uploader_id', '=', reader.principal.userId)
          .where('store_image.result', '=', 'rejected')
          .where('store_image.taken_at', '>', new Date(reader.now.getTime() - NEWS_DAYS * 86_400_000))
          .select([
            'store_image.code',
            'store_image.reason',
            'store_image.audited_at as at',
            sql<string>`${sql.ref(`s.name_${reader.language}`)}`.as('store'),
            sql<string | null>`${sql.ref(`u.name_${reader.language}`)}`.as('auditor'),
          ])
          .orderBy('store_image.taken_at', 'desc')
          .limit(SHOWN),
      ),
    )
    return cardOf({
      title: text('back'),
      rows: rows.map(({ code, reason, at, store, auditor }) =>
        homeRow({
          key: code,
          title: store,
          detail: [code, auditor].filter(Boolean).join(' · '),
          said: reason,
          at: at?.toISOString() ?? null,
          atIs: 'done',
          tone: 'bad',
          ...within(IMAGES, `?keyword=${code}`),
        }),
      ),
    })
  },
}

export const storeCards: readonly HomeSource[] = [mine, back]

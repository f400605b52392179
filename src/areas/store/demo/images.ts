import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp, { type Sharp } from 'sharp'
import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { beginUpload, finishUpload, GROUP } from '#kernel/platform/files/attachment-store.ts'
import type { FilesStore } from '#kernel/platform/files/files-store.ts'
import { type PictureKind, reencode } from '#kernel/platform/files/reencode.ts'
import { smallKey } from '#kernel/services/file-service/small-picture.ts'
import type { Random } from './stores.ts'

const WIDTH = 480
const HEIGHT = 360

type Colour = readonly [red: number, green: number, blue: number]
const TYPES = ['front', 'display', 'shelf'] as const
type ImageType = (typeof TYPES)[number]

const NAMES: Readonly<Record<ImageType, string>> = {
  front: 'Store front',
  display: 'Display table',
  shelf: 'Shelf',
}

/** A picture of coloured rectangles. */
class Canvas {
  readonly bytes = Buffer.alloc(WIDTH * HEIGHT * 3)

  fill(left: number, top: number, width: number, height: number, colour: Colour): void {
    const right = Math.min(WIDTH, left + width)
    for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + height); y += 1)
      for (let x = Math.max(0, left); x < right; x += 1) this.bytes.set(colour, (y * WIDTH + x) * 3)
  }
}

const shade = (random: Random, low: number, high: number): Colour => [
  random.between(low, high),
  random.between(low, high),
  random.between(low, high),
]

/** A front with windows, a table with phones, or a shelf with boxes, each unique. */
function paint(type: ImageType, random: Random): Buffer {
  const canvas = new Canvas()
  const wall = shade(random, 150, 225)
  canvas.fill(0, 0, WIDTH, HEIGHT, wall)
  if (type === 'front') {
    canvas.fill(0, 0, WIDTH, random.between(50, 90), shade(random, 120, 210))
    canvas.fill(40, random.between(90, 120), 400, 46, [21, 88, random.between(150, 230)])
    for (let at = 0; at < 4; at += 1)
      canvas.fill(
        30 + at * 110 + random.between(0, 20),
        160,
        random.between(60, 95),
        random.between(120, 170),
        shade(random, 20, 245),
      )
    canvas.fill(0, 330, WIDTH, 30, shade(random, 70, 110))
  } else if (type === 'display') {
    canvas.fill(0, 200, WIDTH, 160, shade(random, 90, 160))
    for (let at = 0; at < 6; at += 1)
      canvas.fill(
        20 + at * 76 + random.between(0, 18),
        random.between(150, 215),
        random.between(32, 48),
        random.between(70, 100),
        shade(random, 10, 90),
      )
    canvas.fill(random.between(40, 220), 30, random.between(120, 220), random.between(60, 90), [21, 88, 214])
  } else {
    for (let row = 0; row < 4; row += 1) {
      canvas.fill(0, row * 90 + 78, WIDTH, 10, shade(random, 60, 90))
      for (let x = 10; x < WIDTH - 40; x += random.between(38, 74)) {
        const height = random.between(34, 70)
        canvas.fill(x, row * 90 + 78 - height, random.between(22, 40), height, shade(random, 20, 235))
      }
    }
  }
  return canvas.bytes
}

const painted = (raw: Buffer) => sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })

const storesWithImages = prepared<{ code: string; scope_id: number; latitude: string; longitude: string }>(
  'seed demo stores with images',
  `select code, scope_id, latitude, longitude from store
   where enabled and (code ~ '^ST-IN-00[0-1]' or code ~ '^ST-ID-000') order by left(code, 5) desc, code limit 24`,
)
const people = prepared<{ account: string; id: number }>(
  'seed demo image people',
  `select account, id from app_user where account in ('in.store', 'in.sales', 'in.channel', 'in.manager', 'id.channel', 'id.manager')`,
)
const insertImage = prepared(
  'seed demo store image',
  `with image as (
     insert into store_image (code, store_code, type, image_key, taken_at, latitude, longitude, uploader_id, result, reason, auditor_id, audited_at,
       duplicate_of, scope_id, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5::timestamptz, $6, $7, $8, $9, $10, $11, $12, $13, $14, $5::timestamptz + interval '20 minutes', coalesce($12, $5::timestamptz + interval '20 minutes'), coalesce($11::int, $8::int))
     returning id
   )
   update attachment a set purpose = 'record', document_type = 'storeImage', document_id = i.id, bound_at = a.created_at from image i where a.key = $4`,
)

const REASONS = ['The sign cannot be read', 'Taken before the display was built'] as const
const DAY_MS = 86_400_000

interface Making {
  readonly pool: TransactionPool
  readonly store: FilesStore
  readonly random: Random
  readonly now: Date
}

/** Photos in every state of their audit; one was submitted again for another store, cropped and re-encoded. */
export async function seedStoreImages({ pool, store, random, now }: Making): Promise<void> {
  const [stores, accounts] = await transaction(pool, async (tx) => [
    await tx.rows(storesWithImages()),
    new Map((await tx.rows(people())).map(({ account, id }) => [account, id])),
  ])
  const user = (account: string): number => {
    const id = accounts.get(account)
    if (id === undefined) throw new Error(`no ${account}`)
    return id
  }
  let first: Buffer | null = null
  for (const [index, place] of stores.entries()) {
    const country = place.code.slice(3, 5).toLowerCase()
    const type = TYPES[index % TYPES.length] ?? 'front'
    const kind: PictureKind = index % 4 === 0 ? 'png' : 'jpeg'
    const isCopy = index === 3
    const raw = painted(paint(type, random))
    const picture: Sharp = isCopy && first ? sharp(first).extract({ left: 6, top: 4, width: 468, height: 352 }) : raw
    const given: Buffer = await (
      kind === 'png' ? picture.png() : picture.jpeg({ quality: isCopy ? 70 : 88 })
    ).toBuffer()
    if (index === 0) first = given
    const uploader = user(country === 'in' ? (index % 3 === 1 ? 'in.sales' : 'in.store') : 'id.channel')
    const takenAt = new Date(now.getTime() - (index * 0.9 + 0.4) * DAY_MS)
    const key = await keep({
      pool,
      store,
      index,
      kind,
      given,
      name: `${NAMES[type]} ${index + 1}`,
      uploader,
      at: takenAt,
    })
    const result = isCopy || index % 3 === 0 ? 'pending' : index % 5 === 4 ? 'rejected' : 'passed'
    const auditor = result === 'pending' ? null : user(`${country}.manager`)
    const auditedAt = result === 'pending' ? null : new Date(takenAt.getTime() + DAY_MS / 4)
    const reason = result === 'rejected' ? (REASONS[index % REASONS.length] ?? null) : null
    await transaction(pool, (tx) =>
      tx.run(
        insertImage(
          `SI${10_001 + index}`,
          place.code,
          type,
          key,
          takenAt,
          place.latitude,
          place.longitude,
          uploader,
          result,
          reason,
          auditor,
          auditedAt,
          null,
          place.scope_id,
        ),
      ),
    )
  }
}

interface Keeping extends Pick<Making, 'pool' | 'store'> {
  readonly index: number
  readonly kind: PictureKind
  readonly given: Buffer
  readonly name: string
  readonly uploader: number
  readonly at: Date
}

/** Stored as if the person had uploaded it. */
async function keep({ pool, store, index, kind, given, name, uploader, at }: Keeping): Promise<string> {
  const key = createHash('sha256').update(`demonstration image ${index}`).digest('hex').slice(0, 40)
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  const { bytes, small, pictureHash } = await reencode(kind, given, name)
  await store.put(`${GROUP}/${key}`, Readable.from([bytes]))
  await store.put(smallKey(key), Readable.from([small]))
  const file = kind === 'png' ? (['.png', 'image/png'] as const) : (['.jpg', 'image/jpeg'] as const)
  const finish = finishUpload(
    key,
    `${name}${file[0]}`,
    file[1],
    bytes.length,
    hash(bytes),
    hash(given),
    at,
    pictureHash,
  )
  await transaction(pool, (tx) => tx.flight([beginUpload(key, uploader, at), finish]))
  return key
}

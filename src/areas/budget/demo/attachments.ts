import { createHash } from 'node:crypto'
import { transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { beginUpload, finishUpload, GROUP } from '#kernel/platform/files/attachment-store.ts'
import type { FilesStore } from '#kernel/platform/files/files-store.ts'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import type { PrintModel } from '#kernel/services/print/print-model.ts'
import { renderPdf } from '#kernel/services/print/render-pdf.ts'

/** Attachments of the demonstration company. */
export type DemoFile = 'plan' | 'chart'

const NAMES: Readonly<Record<DemoFile, readonly [name: string, mediaType: string]>> = {
  plan: ['Promoter and display plan.pdf', 'application/pdf'],
  chart: ['Sell-out by week.png', 'image/png'],
}

/** Files of the demonstration: generated once, stored as if each person had uploaded them. */
export class DemoFiles {
  readonly #pool: TransactionPool
  readonly #store: FilesStore
  readonly #bytes = new Map<DemoFile, Promise<Uint8Array>>()
  #count = 0

  constructor(pool: TransactionPool, store: FilesStore) {
    this.#pool = pool
    this.#store = store
  }

  /** Returns the key, for `files` of an act. */
  async upload(file: DemoFile, userId: number, at: Date): Promise<string> {
    const bytes = await this.#bytesOf(file)
    this.#count += 1
    const key = createHash('sha256').update(`demonstration ${this.#count}`).digest('hex').slice(0, 40)
    const [name, mediaType] = NAMES[file]
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await this.#store.put(
      `${GROUP}/${key}`,
      (async function* () {
        yield bytes
      })(),
    )
    await transaction(this.#pool, (tx) =>
      tx.flight([
        beginUpload(key, userId, at),
        finishUpload(key, name, mediaType, bytes.length, sha256, sha256, at, null),
      ]),
    )
    return key
  }

  #bytesOf(file: DemoFile): Promise<Uint8Array> {
    const known = this.#bytes.get(file) ?? (file === 'plan' ? renderPdf(planModel()) : Promise.resolve(drawChart()))
    this.#bytes.set(file, known)
    return known
  }
}

const STORES = [
  ['City flagship', '4', '2', 'Corner display, demo table'],
  ['Mall counter', '2', '1', 'Back wall, price cards'],
  ['Dealer shop', '1', '1', 'Window sticker set'],
  ['Travel retail', '3', '1', 'Light box, demo table'],
] as const

function planModel(): PrintModel {
  const texts = kernelTexts('en')
  const { print } = texts
  return {
    language: 'en',
    source: texts.app.title,
    title: 'Promoter and display plan',
    no: '',
    state: '',
    byline: ['Prepared by channel management'],
    watermark: 'Demonstration',
    content: {
      facts: [
        { label: 'Purpose', value: 'Launch weeks of the new series', isLong: false },
        { label: 'Basis', value: 'Sell-out of the last eight weeks', isLong: false },
      ],
      tables: [
        {
          title: print.lines,
          columns: [
            { title: 'Store type', align: 'left', isCode: false },
            { title: 'Promoters', align: 'left', isCode: false },
            { title: 'Weeks', align: 'left', isCode: false },
            { title: 'Display', align: 'left', isCode: false },
          ],
          rows: STORES,
          sums: [],
        },
      ],
      total: null,
    },
    record: null,
    foot: 'Demonstration data',
    texts: { ...print, columns: [print.step, print.people, print.outcome, print.at, print.note] },
  }
}

const WIDTH = 960
const HEIGHT = 540
const MARGIN = 48
/** Units sold, week by week, in thousands. */
const WEEKS = [31, 34, 30, 38, 41, 39, 46, 52, 49, 57, 63, 60] as const
const PAPER = [255, 255, 255] as const
const GRID = [230, 233, 238] as const
const AXIS = [85, 96, 115] as const
const BAR = [21, 88, 214] as const

/** A bar chart over a grid, recognisable at a glance. */
function drawChart(): Uint8Array {
  const floor = HEIGHT - MARGIN
  const step = (WIDTH - 2 * MARGIN) / WEEKS.length
  const scale = (floor - MARGIN) / 70
  return writePng(WIDTH, HEIGHT, (x, y) => {
    if (x < MARGIN || x > WIDTH - MARGIN || y > floor || y < MARGIN) return PAPER
    if (y >= floor - 1 || x === MARGIN) return AXIS
    const place = (x - MARGIN) / step
    const week = WEEKS[Math.floor(place)] ?? 0
    const isInBar = place % 1 > 0.18 && place % 1 < 0.82
    if (isInBar && y >= floor - week * scale) return BAR
    const rule = (floor - y) / (10 * scale)
    return Math.abs(rule - Math.round(rule)) * 10 * scale < 0.5 ? GRID : PAPER
  })
}

import { eanCheckDigit } from '../records/ean.ts'

/** Code, parent, names, class. */
export const categories = [
  ['mobile-smart', 'mobile', '智能手机', 'Smartphones', 'phone'],
  ['mobile-fold', 'mobile', '折叠屏手机', 'Foldable phones', 'phone'],
  ['accessories-power', 'accessories', '充电配件', 'Charging', 'accessory'],
  ['accessories-case', 'accessories', '保护壳与贴膜', 'Cases and films', 'accessory'],
  ['iot-audio', 'iot', '无线音频', 'Wireless audio', 'iot'],
  ['iot-wearable', 'iot', '智能穿戴', 'Wearables', 'iot'],
  ['iot-tablet', 'iot', '平板', 'Tablets', 'iot'],
] as const

/** Code, parent or empty, class, names; in the order shown. */
export const productLines = [
  ['PHONE', '', 'phone', '手机', 'Phones'],
  ['PH10', 'PHONE', 'phone', '旗舰系列', 'Flagship series'],
  ['PH20', 'PHONE', 'phone', '影像系列', 'Imaging series'],
  ['PH30', 'PHONE', 'phone', '中端系列', 'Mid-range series'],
  ['PH40', 'PHONE', 'phone', '入门系列', 'Entry series'],
  ['PH50', 'PHONE', 'phone', '折叠屏系列', 'Foldable series'],
  ['IOT', '', 'iot', 'IoT', 'IoT'],
  ['IO10', 'IOT', 'iot', '无线耳机', 'Wireless earphones'],
  ['IO20', 'IOT', 'iot', '智能手表', 'Smart watches'],
  ['IO30', 'IOT', 'iot', '平板电脑', 'Tablets'],
  ['IO40', 'IOT', 'iot', '充电与配件', 'Charging and accessories'],
] as const

interface Family {
  readonly prefix: string
  readonly zh: string
  readonly en: string
  readonly line: string
  readonly category: string
  /** Suffixes of the family's name: one SPU each. */
  readonly models: readonly string[]
  readonly colours: readonly Colour[]
  readonly memories: readonly string[]
}

const COLOURS = {
  black: ['BK', '黑色', 'black'],
  white: ['WH', '白色', 'white'],
  grey: ['GY', '灰色', 'grey'],
  silver: ['SV', '银色', 'silver'],
  blue: ['BL', '蓝色', 'blue'],
  green: ['GN', '绿色', 'green'],
  purple: ['PU', '紫色', 'purple'],
  gold: ['GD', '金色', 'gold'],
} as const
type Colour = keyof typeof COLOURS

const family = (
  [prefix, zh, en, line, category]: readonly [string, string, string, string, string],
  models: string,
  colours: readonly Colour[],
  memories = '',
): Family => ({
  prefix,
  zh,
  en,
  line,
  category,
  models: models.split(' '),
  colours,
  memories: memories === '' ? [''] : memories.split(' '),
})

const families: readonly Family[] = [
  family(
    ['AL', '星衡', 'Altair', 'PH10', 'mobile-smart'],
    '7 7Pro 8 8Pro 9 9Pro',
    ['black', 'silver', 'blue'],
    '12+256GB 12+512GB',
  ),
  family(
    ['IR', '虹影', 'Irisa', 'PH20', 'mobile-smart'],
    '20 20Pro 21 21Pro 22 22Pro',
    ['black', 'white', 'purple', 'gold'],
    '8+256GB 12+256GB',
  ),
  family(
    ['MD', '远山', 'Merida', 'PH30', 'mobile-smart'],
    '10 20 30 30s 40 40s 50',
    ['black', 'blue', 'green', 'purple'],
    '6+128GB 8+256GB',
  ),
  family(
    ['BZ', '轻风', 'Brisa', 'PH40', 'mobile-smart'],
    '3 3s 4 4s 5 5s 6 6s',
    ['black', 'blue', 'gold'],
    '4+64GB 4+128GB',
  ),
  family(['FA', '折光', 'Faceta', 'PH50', 'mobile-fold'], '1 2 2Flip 3 3Flip', ['black', 'gold'], '12+256GB 16+512GB'),
  family(['TN', '听澜', 'Tonara', 'IO10', 'iot-audio'], '1 2 2Pro 3 3Pro Sport Lite', ['black', 'white', 'blue']),
  family(['OB', '时环', 'Orbita', 'IO20', 'iot-wearable'], '1 2 3 3Pro Fit Kids', ['black', 'silver', 'green']),
  family(['SL', '云板', 'Slatea', 'IO30', 'iot-tablet'], '10 11 11Pro 12 12Pro', ['grey', 'silver'], '6+128GB 8+256GB'),
  family(['VT', '充能', 'Volta', 'IO40', 'accessories-power'], '33W 67W 120W Bank10 Bank20 Cable', ['black', 'white']),
  family(['CS', '护甲', 'Casca', 'IO40', 'accessories-case'], 'Soft Clear Leather Film', ['black', 'grey']),
]

export interface DemoSpu {
  readonly code: string
  readonly nameZh: string
  readonly nameEn: string
  readonly category: string
  readonly line: string
  /** Months before today in which it was launched. */
  readonly monthsAgo: number
}

export interface DemoSku {
  readonly code: string
  readonly spu: string
  readonly nameZh: string
  readonly nameEn: string
  readonly ean: string
  readonly colour: Colour
  readonly memory: string | null
  readonly category: string
  /** The first generations are no longer sold. */
  readonly isOld: boolean
}

/** Some sixty products and three hundred SKU; deterministic. */
export function demoProducts(): { readonly spus: readonly DemoSpu[]; readonly skus: readonly DemoSku[] } {
  const spus: DemoSpu[] = []
  const skus: DemoSku[] = []
  for (const { prefix, zh, en, line, category, models, colours, memories } of families) {
    models.forEach((model, index) => {
      const spu = {
        code: `${prefix}${model.toUpperCase()}`,
        nameZh: `${zh} ${model}`,
        nameEn: `${en} ${model}`,
        category,
        line,
        monthsAgo: (models.length - index) * 4,
      }
      spus.push(spu)
      for (const colour of colours) {
        const [short, colourZh, colourEn] = COLOURS[colour]
        for (const memory of memories) {
          const twelve = `6979990${String(skus.length + 1).padStart(5, '0')}`
          skus.push({
            code: [spu.code, short, ...(memory ? [memory.replace(/\+|GB/g, '')] : [])].join('-'),
            spu: spu.code,
            nameZh: [spu.nameZh, colourZh, memory].join(' ').trim(),
            nameEn: [spu.nameEn, colourEn, memory].join(' ').trim(),
            ean: `${twelve}${eanCheckDigit(twelve)}`,
            colour,
            memory: memory || null,
            category,
            isOld: index === 0 && models.length > 5,
          })
        }
      }
    })
  }
  return { spus, skus }
}

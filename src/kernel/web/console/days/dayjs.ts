import dayjs, { type Dayjs, type PluginFunc } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { productNow } from '#kernel/base/clock/clock.ts'
import { formatTime } from '#kernel/web/ui/time.ts'

// Date pickers mark what `dayjs()` calls today. That is the organisation's day by the server's clock, because the
// device's clock may be wrong.

interface Parsed {
  readonly date?: unknown
}
interface Parsing {
  parse: (this: Dayjs, config: Parsed) => void
}

const productToday: PluginFunc = (_options, made) => {
  const prototype = made.prototype as unknown as Parsing
  const { parse } = prototype
  prototype.parse = function parseFromProduct(config) {
    const isNow = config.date === undefined
    parse.call(this, isNow ? { ...config, date: formatTime(productNow().toISOString()) } : config)
  }
}

dayjs.extend(productToday)

export { dayjs }

import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { ChannelStockTexts } from './channel-stock/channel-stock.en.ts'
import type { DevicePageTexts } from './locale/page.en.ts'

// Loaded with the pages, in one language, and not with the first load.
export const deviceText = await loadPartTexts<DevicePageTexts>('devicePage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})
await loadPartTexts<ChannelStockTexts>('channelStock', {
  en: () => import('./channel-stock/channel-stock.en.ts'),
  zh: () => import('./channel-stock/channel-stock.zh.ts'),
})

import type { AreaManifest } from '#kernel/document/area.ts'
import { en } from './locale/texts.en.ts'
import { zh } from './locale/texts.zh.ts'

/** Devices by IMEI and serial number: what each is, who has had it, and what was paid for it. */
export const deviceArea: AreaManifest = {
  name: 'device',
  texts: { en, zh },
  menu: [],
  rights: {
    'device.registry.view': { zh: zh.rights.view, en: en.rights.view },
    'device.price.view': { zh: zh.rights.price, en: en.rights.price },
    'device.registry.export': { zh: zh.rights.export, en: en.rights.export },
  },
}

import type { Language } from '#kernel/base/i18n/language.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { defineParameters, integerParameter } from '#kernel/platform/parameter/parameter.ts'
import { priceParameters as en, type PriceParameterTexts } from '../locale/parameters.en.ts'
import { priceParameters as zh } from '../locale/parameters.zh.ts'

const texts = overridableTexts<PriceParameterTexts>('priceParameters', { en, zh })
const LOCAL_CUT = 'price.localCutPercent'

defineParameters(
  [
    {
      key: LOCAL_CUT,
      kind: 'integer',
      unit: 'percent',
      min: 0,
      max: 100,
      label: (language: Language) => texts[language].localCut.label,
      hint: (language: Language) => texts[language].localCut.hint,
    },
  ],
  { [LOCAL_CUT]: 5 },
)

/** The largest cut in percent that a country may decide alone. */
export const localCutPercent = (): number => integerParameter(LOCAL_CUT)

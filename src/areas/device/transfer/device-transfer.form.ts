import { useMemo } from 'react'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import type { OptionList } from '#kernel/web/console/form/options.ts'
import { draftItems } from '#kernel/web/console/items/item-parts.ts'
import { deviceTransfer } from './device-transfer.doc.ts'

const OF_NUMBERS: ReadonlySet<string> = new Set(['device.noNumbers', 'device.noGoodNumbers'])

/** The areas, as options of the receiver. */
function useOptions() {
  const areas = useAreas()
  return useMemo(() => {
    const receivers: OptionList = {
      ...areas,
      options: areas.options.map((option) => ({ ...option, sets: { toIdcCode: option.idcCode } })),
    }
    return { fields: { toAreaId: receivers }, lines: {} }
  }, [areas])
}

/** The form of a transfer, on desktop and phone: who gives, who receives, and the numbers; the products follow from these. */
export const form: FormSpec = {
  definition: deviceTransfer,
  resets: {
    areaId: { fields: ['fromCustomer', 'fromDealer', 'fromStore'] },
    fromCustomer: { fields: ['fromDealer', 'fromStore'] },
    fromDealer: { fields: ['fromStore'] },
    toAreaId: { fields: ['toCustomer', 'toDealer', 'toStore'] },
    toCustomer: { fields: ['toDealer', 'toStore'] },
    toDealer: { fields: ['toStore'] },
  },
  sole: ['areaId', 'toAreaId', 'fromCustomer'],
  lineColumns: () => [],
  // The numbers have their own list with their own reasons, and come after the rest.
  check: async (input, options) => {
    const checked = await post<CheckResult>(`${deviceTransfer.api}/check`, input, options)
    return { ...checked, refusals: checked.refusals.filter(({ key }) => !OF_NUMBERS.has(key)) }
  },
  useOptions,
  useStart: () => ({ header: {} }),
  Advice: draftItems(deviceTransfer),
}

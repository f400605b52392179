import { registerRates } from '#kernel/engine/approval/rate-source.ts'
import { registerKernelTexts } from '#kernel/services/area/kernel-texts.ts'
import { yearRates } from '#areas/approval-routes/rates/year-rates.server.ts'

/** Passes registrations of the areas and of higher layers to the kernel; runs first in every process of the product. */
export function furnishKernel(): void {
  registerKernelTexts()
  registerRates(yearRates)
}

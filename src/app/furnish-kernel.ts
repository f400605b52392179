import { registerRates } from '#kernel/engine/approval/rate-source.ts'
import { registerKernelTexts } from '#kernel/services/area/kernel-texts.ts'
import { yearRates } from '#areas/approval-routes/rates/year-rates.server.ts'

/** Gives the kernel what it takes from the areas and from its own folders; before anything else in every process of the product. */
export function furnishKernel(): void {
  registerKernelTexts()
  registerRates(yearRates)
}

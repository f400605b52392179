import { registerRates } from '#kernel/approval/rate-source.ts'
import { registerKernelTexts } from '#kernel/area/kernel-texts.ts'
import { yearRates } from '#areas/approval-routes/server/year-rates.ts'

/** Gives the kernel what it takes from the areas and from its own folders; before anything else in every process of the product. */
export function furnishKernel(): void {
  registerKernelTexts()
  registerRates(yearRates)
}

import { registerKernelTexts } from '#kernel/texts/kernel-texts.ts'

// A refusal has its text in every test, also where no server of the product is started.
registerKernelTexts()

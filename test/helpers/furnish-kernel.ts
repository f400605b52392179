import { furnishKernel } from '#app/furnish-kernel.ts'

// Refusals have their texts, and amounts their rates, in every test, also where no server of the product is started.
furnishKernel()

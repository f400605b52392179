import { readConfig } from '#kernel/config/config.ts'
import { serve } from './main.ts'

const serving = await serve(readConfig())
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void serving.close().finally(() => process.exit(0)))
}

import { become } from './lib/bootstrap.js'

become(['src/kernel/db/schema-write.ts'])

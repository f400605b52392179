import { become } from './lib/bootstrap.js'

become(['src/kernel/testing/write-schema.ts'])

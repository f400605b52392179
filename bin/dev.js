import { become } from './lib/bootstrap.js'

become(['src/app/dev.ts'])

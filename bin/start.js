import { become } from './lib/bootstrap.js'

become(['src/app/start.ts'])

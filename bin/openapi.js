import { become } from './lib/bootstrap.js'

become(['src/app/openapi.ts'])

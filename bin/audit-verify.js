import { become } from './lib/bootstrap.js'

become(['src/app/audit-verify.ts', ...process.argv.slice(2)])

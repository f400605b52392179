// Figures of the repository: files and lines of each part, the largest folders, circles between folders of the kernel.
import { become } from './lib/bootstrap.js'

become(['test/arch/support/census.ts'])

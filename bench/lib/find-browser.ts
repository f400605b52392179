// Imported ahead of `test/e2e/support/chromium.ts`, which reads the path of the browser when it is loaded.
import { findChromium } from '../../bin/lib/chromium.js'

process.env['CHROMIUM_PATH'] ??= findChromium()

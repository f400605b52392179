import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from './src/app/build/antd-styles.ts'
import { buildId } from './src/app/build/build-id.ts'
import { precompress } from './src/app/build/precompress.ts'

/** The API while developing; `npm run dev` says where it started the server. */
const api = `http://localhost:${process.env['API_PORT'] ?? 8080}`

export default defineConfig({
  plugins: [antdStyles(), react(), buildId(), precompress()],
  resolve: { alias: { '#kernel': '/src/kernel', '#areas': '/src/areas', '#app': '/src/app' } },
  server: { proxy: { '^/(api|aps|gs|oidc|healthz|livez)(/|$)': api } },
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'phone.html'].filter((page) => existsSync(new URL(page, import.meta.url))),
      output: {
        codeSplitting: {
          groups: [
            // Changes with the packages only: stays in the browser's cache over our own releases.
            { name: 'react', test: /node_modules[/\\](react|react-dom|scheduler)[/\\]/, priority: 2 },
            // Apart, for the phone has four pages and no router.
            { name: 'router', test: /node_modules[/\\]react-router[/\\]/, priority: 2 },
            { name: 'data', test: /node_modules[/\\](@tanstack|i18next|big\.js)[/\\]/, priority: 2 },
          ],
        },
      },
    },
  },
})

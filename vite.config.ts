import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from './src/app/build/antd-styles.ts'
import { buildId } from './src/app/build/build-id.ts'
import { builtInMenuPlugin } from './src/app/build/built-in-menu.ts'
import { areaPages } from './src/app/build/area-pages.ts'
import { plannedChunks } from './src/app/build/planned-chunks.ts'
import { preloadFrame } from './src/app/build/preload-frame.ts'
import { precompress } from './src/app/build/precompress.ts'
import { textBundles } from './src/app/build/text-bundles.ts'
import { OF_EVERY_HTML } from './src/app/build/every-html.ts'

/** The API in development; `npm run dev` passes the server's port. */
const api = `http://localhost:${process.env['API_PORT'] ?? 8080}`

export default defineConfig({
  plugins: [
    antdStyles(),
    react(),
    builtInMenuPlugin(),
    areaPages(),
    textBundles(),
    plannedChunks(),
    preloadFrame(),
    buildId(),
    precompress(),
  ],
  resolve: { alias: { '#kernel': '/src/kernel', '#areas': '/src/areas', '#app': '/src/app' } },
  server: { proxy: { '^/(api|aps|gs|oidc|healthz|livez)(/|$)': api } },
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !OF_EVERY_HTML.test(file)),
    },
    reportCompressedSize: false,
    // The library of charts is one file, fetched where a picture stands (decision 112).
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      treeshake: {
        // Their modules have no side effects, which their packages do not declare.
        moduleSideEffects: [{ test: /[/\\]node_modules[/\\]@rc-component[/\\].*\.js$/, sideEffects: false }],
      },
      input: ['index.html', 'phone.html'].filter((page) => existsSync(new URL(page, import.meta.url))),
    },
  },
})

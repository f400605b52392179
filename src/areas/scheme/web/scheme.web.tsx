import { definePages } from '#kernel/console/pages.ts'
import { documentOf, listOf } from './desk-pages.tsx'

const application = () => import('./application.ts')
const withhold = () => import('./withhold.ts')

/** Desktop pages of schemes. */
export const pages = definePages('scheme', [
  listOf({ path: '/scheme/application/list', document: application }),
  documentOf({ path: '/scheme/application/pc', document: application, parent: '/scheme/application/list' }),
  documentOf({ path: '/scheme/application', document: application, parent: '/scheme/application/list' }),
  listOf({ path: '/scheme/withhold/list', document: withhold }),
  documentOf({ path: '/scheme/withhold/pc', document: withhold, parent: '/scheme/withhold/list' }),
])

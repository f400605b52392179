import { definePages } from '../pages.ts'
import { loadTaskTexts } from '../tasks/task-texts.ts'

/** Phone pages that belong to no area. */
export const kernelPhonePages = definePages(null, [
  { path: '/index/mobile', load: () => import('./home/HomePhonePage.tsx') },
  { path: '/tasks/mobile', load: () => import('./tasks/TasksPhonePage.tsx'), texts: loadTaskTexts },
])

import { catalogue } from './catalogue.en.ts'

export const downloads = {
  title: 'Download center',
  titleRunning: 'Download center, {count} running',
  titleBusy: 'Download center, {working} at work, {waiting} waiting for you',
  export: 'Export',
  asXlsx: 'Excel (.xlsx)',
  asCsv: 'CSV (.csv)',
  processing: catalogue.message.downloadProcessing,
  ready: '{name} is in the download center',
  failed: `${catalogue.message.taskFailed}: {name}. {reason}`,
  fetch: 'Download',
  preview: 'Preview',
  cancel: 'Cancel',
  retry: 'Retry',
  ofRows: '{done} / {total}',
  left: '{time} left',
  until: 'until {day}',
  seconds: '{seconds} s',
  types: { import: 'Import', download: 'Download' },
  statuses: { processing: 'Processing', success: 'Success', failed: 'Failed' },
}

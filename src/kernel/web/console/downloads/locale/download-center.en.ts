/** Texts of the download centre's table and its filters, in English. */
export const downloadCenter = {
  name: 'Name',
  type: 'Type',
  status: 'Status',
  progress: 'Rows',
  duration: 'Duration',
  created: 'Created',
  since: 'Created since',
  window: 'Only the past {days} days',
  result: 'Result',
  actions: 'Actions',
  none: 'No downloads yet',
  noneHint: 'What you export from a list can be fetched here; what you import goes on here.',
} as const

export type DownloadCenterTexts = Readonly<Record<keyof typeof downloadCenter, string>>

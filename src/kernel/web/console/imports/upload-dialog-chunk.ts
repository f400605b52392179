/** Loaded when it is first opened. */
export const loadUploadDialog = async () => (await import('./UploadDialog.tsx')).UploadDialog

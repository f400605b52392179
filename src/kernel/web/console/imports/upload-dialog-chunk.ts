/** Fetched when somebody first opens it. */
export const loadUploadDialog = async () => (await import('./UploadDialog.tsx')).UploadDialog

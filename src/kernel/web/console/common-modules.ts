export { TextChoice } from './form/TextChoice.tsx'
export { ExportButton } from './downloads/ExportButton.tsx'
export { ListView } from './list/ListView.tsx'
export { useDrops } from './attachments/use-drops.ts'

// The style of the picture of a route is a file of its own (planned-chunks.ts), which each page of documents would fetch.
import './approval/route-picture.css'

export { TextChoice } from './form/TextChoice.tsx'
export { ExportButton } from './downloads/ExportButton.tsx'
export { ListView } from './list/ListView.tsx'
export { useDrops } from './attachments/use-drops.ts'

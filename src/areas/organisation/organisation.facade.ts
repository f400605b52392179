/** All that other areas may call of this one. */
export { type Area, areaById, areaOf, visibleAreas } from './server/area.queries.ts'

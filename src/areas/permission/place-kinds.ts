/** A place where a role is held. Areas, data centres and countries are resolved when needed, never copied. */
export const PLACE_KINDS = ['organisation', 'area', 'idc', 'country'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

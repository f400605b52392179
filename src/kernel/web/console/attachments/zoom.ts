/** View of a picture: fitted (null) or at a scale of its own size, and turned by quarters. */
export interface ZoomView {
  readonly zoom: number | null
  readonly quarters: number
  /** The current scale when fitted, from which zooming starts. */
  readonly fitted: number
}

export const FIT: ZoomView = { zoom: null, quarters: 0, fitted: 1 }

const LEAST = 0.1
const MOST = 8
const STEP = 1.5

export function withZoom(look: ZoomView, zoom: number): ZoomView {
  return { ...look, zoom: Math.min(MOST, Math.max(LEAST, zoom)) }
}

/** One zoom step in or out from the current scale. */
export function zoomed(look: ZoomView, direction: 1 | -1): ZoomView {
  const seen = look.zoom ?? look.fitted
  return withZoom(look, direction === 1 ? seen * STEP : seen / STEP)
}

export function turned(look: ZoomView): ZoomView {
  return { ...look, quarters: (look.quarters + 1) % 4 }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The size of a picture after rotation. */
export function turnedSize({ width, height }: Size, quarters: number): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The scale at which all of it is visible; small ones are not enlarged. */
export function fitShare(picture: Size, quarters: number, room: Size): number {
  const { width, height } = turnedSize(picture, quarters)
  if (width === 0 || height === 0) return 1
  return Math.min(1, room.width / width, room.height / height)
}

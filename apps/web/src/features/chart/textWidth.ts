let context: CanvasRenderingContext2D | null | undefined

/** Pixels that a text of labels takes on a chart. */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return 0
  context.font = `11px ${font}`
  return context.measureText(text).width
}

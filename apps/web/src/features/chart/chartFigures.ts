import {
  type FigureTemplate,
  getFigureClass,
  registerFigure,
  type TextAttrs,
  utils,
} from 'klinecharts'
import type { TextStyle } from 'klinecharts'

/** Before the text of an axis mark: draws it bold. It has no width and no form. */
export const STRONG = '\u2063'

interface AxisTextStyle extends TextStyle {
  /** Colour of bold marks. */
  readonly strong?: string
}

const LibraryText = getFigureClass<TextAttrs | TextAttrs[], Partial<AxisTextStyle>>('text')

/** The library's text, with bold marks among those of an axis. */
const text: FigureTemplate<TextAttrs | TextAttrs[], Partial<AxisTextStyle>> = {
  name: 'text',
  checkEventOn: (coordinate, attrs, styles) =>
    utils.checkCoordinateOnText(coordinate, attrs, styles),
  draw(ctx, attrs, styles) {
    if (!LibraryText) return
    const paint = (part: TextAttrs | TextAttrs[], looks: Partial<AxisTextStyle>) =>
      new LibraryText({ name: 'text', attrs: part, styles: looks }).draw(ctx)
    if (!Array.isArray(attrs)) return paint(attrs, styles)
    const [strong, plain] = [true, false].map((wanted) =>
      attrs.filter((one) => one.text.startsWith(STRONG) === wanted),
    )
    if (plain?.length) paint(plain, styles)
    if (strong?.length)
      paint(strong, { ...styles, weight: 650, ...(styles.strong ? { color: styles.strong } : {}) })
  },
}

/** Makes bold marks known to the chart library. */
export const registerFigures = (): void => registerFigure(text)

/** What a share card says. */
export interface ShareCard {
  readonly title: string
  /** The large figure. */
  readonly headline: string
  readonly tone: 'up' | 'down'
  /** Below the title; the word of paper trading. */
  readonly note: string
  readonly lines: readonly (readonly [name: string, figure: string])[]
  /** Who made it, and when. */
  readonly foot: readonly [brand: string, at: string]
}

export const CARD_SIZE = { width: 880, height: 480 } as const

const EDGE = 56

/** Figures keep their sign and unit in place among words that are read from the right. */
const isolated = (text: string): string =>
  /\p{Script=Arabic}/u.test(text)
    ? text.replaceAll(/\d+×/g, '\u2066$&\u2069')
    : `\u2066${text}\u2069`

/** Draws the card in the colours of the page, from the side that its language is read from. */
export function drawShareCard(context: CanvasRenderingContext2D, card: ShareCard): void {
  const style = getComputedStyle(document.body)
  const family = style.fontFamily || 'sans-serif'
  const colour = (name: string): string => style.getPropertyValue(name).trim() || '#888'
  const { width, height } = CARD_SIZE
  const isFromRight = style.direction === 'rtl'
  /** So far from the side that lines begin at. */
  const across = (x: number): number => (isFromRight ? width - x : x)
  const write = (
    text: string,
    {
      at: [x, y],
      size,
      weight = 450,
      fill,
      align = 'start',
    }: {
      at: readonly [number, number]
      size: number
      weight?: number
      fill: string
      align?: CanvasTextAlign
    },
  ) => {
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = fill
    context.textAlign = align
    context.fillText(isFromRight ? isolated(text) : text, across(x), y)
  }
  const tone = colour(card.tone === 'up' ? '--x-up' : '--x-down')
  context.direction = isFromRight ? 'rtl' : 'ltr'
  context.fillStyle = colour('--x-surface-1')
  context.fillRect(0, 0, width, height)
  context.fillStyle = tone
  context.fillRect(isFromRight ? width - 12 : 0, 0, 12, height)
  context.fillStyle = colour('--x-surface-2')
  context.fillRect(isFromRight ? 0 : 12, height - 84, width - 12, 84)
  write(card.title, { at: [EDGE, 80], size: 36, weight: 650, fill: colour('--x-text') })
  write(card.note, { at: [EDGE, 124], size: 26, fill: colour('--x-warning') })
  write(card.headline, { at: [EDGE, 226], size: 96, weight: 650, fill: tone })
  card.lines.forEach(([name, figure], index) => {
    // Two beside each other, four where the amounts are shown.
    const x = EDGE + index * (card.lines.length > 2 ? 200 : 400)
    write(name, { at: [x, 296], size: 24, fill: colour('--x-text-2') })
    write(figure, { at: [x, 336], size: 32, weight: 550, fill: colour('--x-text') })
  })
  const [brand, at] = card.foot
  write(brand, { at: [EDGE, height - 32], size: 30, weight: 650, fill: colour('--x-text') })
  write(at, { at: [width - EDGE, height - 32], size: 24, fill: colour('--x-text-2'), align: 'end' })
}

/** What a share card says. */
export interface ShareCard {
  readonly title: string
  /** The large figure. */
  readonly headline: string
  readonly tone: 'up' | 'down'
  /** Below the title; the word of paper trading. */
  readonly note: string
  readonly lines: readonly (readonly [name: string, figure: string])[]
}

export const CARD_SIZE = { width: 880, height: 480 } as const

const LEFT = 56

/** Draws the card in the colours of the page. */
export function drawShareCard(context: CanvasRenderingContext2D, card: ShareCard): void {
  const style = getComputedStyle(document.body)
  const family = style.fontFamily || 'sans-serif'
  const colour = (name: string): string => style.getPropertyValue(name).trim() || '#888'
  const write = (
    text: string,
    {
      at,
      size,
      weight = 450,
      fill,
    }: { at: readonly [number, number]; size: number; weight?: number; fill: string },
  ) => {
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = fill
    context.fillText(text, ...at)
  }
  const { width, height } = CARD_SIZE
  const tone = colour(card.tone === 'up' ? '--x-up' : '--x-down')
  context.direction = 'ltr'
  context.fillStyle = colour('--x-surface-1')
  context.fillRect(0, 0, width, height)
  context.fillStyle = tone
  context.fillRect(0, 0, 12, height)
  write(card.title, { at: [LEFT, 80], size: 36, weight: 650, fill: colour('--x-text') })
  write(card.note, { at: [LEFT, 124], size: 24, fill: colour('--x-warning') })
  write(card.headline, { at: [LEFT, 236], size: 96, weight: 650, fill: tone })
  card.lines.forEach(([name, figure], index) => {
    const x = LEFT + (index % 2) * 400
    const y = 320 + Math.floor(index / 2) * 88
    write(name, { at: [x, y], size: 22, fill: colour('--x-text-3') })
    write(figure, { at: [x, y + 38], size: 32, weight: 550, fill: colour('--x-text') })
  })
}

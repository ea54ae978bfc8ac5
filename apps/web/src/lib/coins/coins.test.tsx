import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import icons from '@iconify-json/token/icons.json' with { type: 'json' }
import { CoinIcon } from './CoinIcon.tsx'
import { COINS } from './coins.ts'

afterEach(cleanup)

const letterOf = (box: HTMLElement) =>
  box.querySelector<HTMLElement>('[data-letter]')?.dataset['letter']

describe('the listed coins', () => {
  it('have a glyph in the icon set where they have an icon', () => {
    const known = new Set(Object.keys(icons.icons))
    const missing = Object.keys(COINS).filter(
      (asset) => COINS[asset]?.hasIcon && !known.has(asset.toLowerCase()),
    )
    expect(missing).toEqual([])
  })
  it('have a disc colour with middle lightness for both themes', () => {
    const light = ([r = 0, g = 0, b = 0]: number[]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
    for (const [asset, { colour }] of Object.entries(COINS)) {
      const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      expect(light(channels), asset).toBeGreaterThan(0.2)
      expect(light(channels), asset).toBeLessThan(0.8)
    }
  })
})

describe('a coin icon', () => {
  it('is hidden from screen readers beside a name', () => {
    const { container } = render(<CoinIcon asset="BTC" />)
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  })
  it.each([
    ['SHIB', 'S'],
    ['QQQ', 'Q'],
  ])('asks for no picture of %s and shows its letter', (asset, letter) => {
    const { container } = render(<CoinIcon asset={asset} />)
    expect([container.querySelector('img'), letterOf(container)]).toEqual([null, letter])
  })
  it('shows the letter after a failed load', () => {
    // No picture loads here.
    expect(letterOf(render(<CoinIcon asset="BTC" />).container)).toBe('B')
  })
})

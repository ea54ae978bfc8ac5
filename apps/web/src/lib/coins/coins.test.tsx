import { readdirSync } from 'node:fs'
import path from 'node:path'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import icons from '@iconify-json/token/icons.json' with { type: 'json' }
import { CoinIcon } from './CoinIcon.tsx'
import { COINS } from './coins.ts'

afterEach(cleanup)

/** Those that the set lacks. */
const drawings = readdirSync(path.join(import.meta.dirname, '../../../build/coins')).map((file) =>
  file.replace('.svg', '').toLowerCase(),
)

const letterOf = (box: HTMLElement) =>
  box.querySelector<HTMLElement>('[data-letter]')?.dataset['letter']

describe('the listed coins', () => {
  it('have a glyph in the icon set where they have an icon', () => {
    const known = new Set([...Object.keys(icons.icons), ...drawings])
    const missing = Object.keys(COINS).filter(
      (asset) => COINS[asset]?.hasIcon && !known.has(asset.toLowerCase()),
    )
    expect(missing).toEqual([])
  })
  it('have a picture each', () => {
    expect(Object.keys(COINS).filter((asset) => !COINS[asset]?.hasIcon)).toEqual([])
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
  it('shows the letter of an unknown coin without asking for a picture', () => {
    const { container } = render(<CoinIcon asset="QQQ" />)
    expect([container.querySelector('img'), letterOf(container)]).toEqual([null, 'Q'])
  })
  it('shows the letter after a failed load', () => {
    // No picture loads here.
    expect(letterOf(render(<CoinIcon asset="BTC" />).container)).toBe('B')
  })
})

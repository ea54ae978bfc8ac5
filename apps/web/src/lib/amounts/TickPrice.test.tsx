import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TickPrice } from './TickPrice.tsx'

afterEach(cleanup)

function show() {
  const { container, rerender } = render(<TickPrice value={undefined} text="-" />)
  const live = () => container.querySelector('[data-x-part="live-number"]')
  return {
    tick: (value: string, text: string) => rerender(<TickPrice value={value} text={text} />),
    text: () => container.textContent,
    flashing: () => live()?.textContent,
    tone: () => live()?.getAttribute('data-tone'),
  }
}

it('flashes only the digits that a tick changed', () => {
  const price = show()
  price.tick('61834.61', '61,834.61')
  price.tick('61834.68', '61,834.68')
  expect([price.text(), price.flashing(), price.tone()]).toEqual(['61,834.68', '8', 'up'])
  price.tick('61829.68', '61,829.68')
  expect([price.text(), price.flashing(), price.tone()]).toEqual(['61,829.68', '29.68', 'down'])
})

it('flashes the whole price once it has another length', () => {
  const price = show()
  price.tick('999.5', '999.50')
  price.tick('1000', '1,000.00')
  expect([price.text(), price.flashing()]).toEqual(['1,000.00', '1,000.00'])
})

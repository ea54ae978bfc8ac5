import { waitFor } from '@testing-library/react'
import { createManualClock } from '@x/kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { focusSwitcher } from './focusSwitcher.ts'

afterEach(() => document.body.replaceChildren())

const button = (label: string) => {
  const element = document.createElement('button')
  element.setAttribute('aria-label', label)
  document.body.append(element)
  return element
}
/** Another observer of the same change runs after it. */
const observed = () =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true })
    document.body.append(document.createElement('i'))
  })
const start = () => {
  const clock = createManualClock()
  focusSwitcher('ETH/USDT, switch pair', { clock })
  return clock
}

describe('the focus after a pair was chosen', () => {
  it('goes to the switcher of that pair as it appears', async () => {
    start()
    button('BTC/USDT, switch pair')
    await observed()
    expect(document.activeElement).toBe(document.body)
    const switcher = button('ETH/USDT, switch pair')
    await waitFor(() => expect(document.activeElement).toBe(switcher))
  })

  it('stays where the user has put it meanwhile', async () => {
    start()
    const other = button('Search')
    other.focus()
    button('ETH/USDT, switch pair')
    await observed()
    expect(document.activeElement).toBe(other)
  })

  it('moves once, and not after its time', async () => {
    const clock = start()
    await clock.advance(10_000)
    button('ETH/USDT, switch pair')
    await observed()
    expect(document.activeElement).toBe(document.body)
  })
})

import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useScrollMemory } from './useScrollMemory.ts'

let scrolled: number[]
let top: number
beforeEach(() => {
  scrolled = []
  top = 0
  vi.spyOn(window, 'scrollTo').mockImplementation(((_x: number, y: number) => {
    scrolled.push(y)
    top = y
  }) as typeof window.scrollTo)
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open(first: string) {
  let navigate: NavigateFunction = () => undefined
  function Page() {
    navigate = useNavigate()
    useScrollMemory()
    return null
  }
  render(
    <MemoryRouter initialEntries={[first]}>
      <Page />
    </MemoryRouter>,
  )
  return {
    go: (to: string, options?: { readonly replace: boolean }) =>
      act(async () => void navigate(to, options)),
    back: (by = -1) => act(async () => void navigate(by)),
    /** The reader scrolls to a place. */
    read(place: number) {
      top = place
      window.dispatchEvent(new Event('scroll'))
    },
  }
}

describe('the place on a page', () => {
  it('is left alone at first', () => {
    open('/en/markets')
    expect(scrolled).toEqual([])
  })

  it('is the top of a new page', async () => {
    const { go, read } = open('/en/markets')
    read(700)
    await go('/en/help')
    expect(scrolled).toEqual([0])
  })

  it('is found again on going back and forward', async () => {
    const { go, back, read } = open('/en/markets')
    read(700)
    await go('/en/help')
    read(90)
    await back()
    expect(scrolled.at(-1)).toBe(700)
    await back(1)
    expect(scrolled.at(-1)).toBe(90)
  })

  it('is kept for each visit of a page by itself', async () => {
    const { go, back, read } = open('/en/markets')
    read(700)
    await go('/en/help')
    await go('/en/markets')
    expect(scrolled.at(-1)).toBe(0)
    read(20)
    await back(-2)
    expect(scrolled.at(-1), 'the page is the same: nothing moves').toBe(0)
    await go('/en/help')
    await back()
    expect(scrolled.at(-1)).toBe(700)
  })

  it('is the top where a page was left before it was scrolled', async () => {
    const { go, back } = open('/en/markets')
    await go('/en/help')
    await back()
    expect(scrolled.at(-1)).toBe(0)
  })

  it.each([
    ['the language', '/de/markets'],
    ['the query', '/en/markets?view=hot'],
    ['the fragment', '/en/markets#notices'],
  ])('stays when %s changes', async (_, to) => {
    const { go, read } = open('/en/markets')
    read(700)
    await go(to)
    expect(scrolled).toEqual([])
  })

  it('is the top after a redirect to another page', async () => {
    const { go, read } = open('/en/markets')
    read(700)
    await go('/en/help', { replace: true })
    expect(scrolled).toEqual([0])
  })
})

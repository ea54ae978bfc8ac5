import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigationType } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Link } from './Link.tsx'

function Place() {
  const { pathname } = useLocation()
  return <output>{`${useNavigationType()} ${pathname}`}</output>
}

const show = (link: React.ReactNode) => {
  render(
    <MemoryRouter initialEntries={['/en']}>
      {link}
      <Place />
    </MemoryRouter>,
  )
  return { link: screen.getByRole('link'), place: () => screen.getByRole('status').textContent }
}

/**
 * Stands where the browser would follow the link, and notes whether it was still to be followed.
 */
let isLeft: boolean | undefined
const browser = (event: MouseEvent) => {
  isLeft = !event.defaultPrevented
  event.preventDefault()
}
const press = (link: HTMLElement, how: object = {}) => {
  fireEvent.click(link, { button: 0, ...how })
  return isLeft
}

beforeEach(() => document.addEventListener('click', browser))
afterEach(() => {
  document.removeEventListener('click', browser)
  cleanup()
})

it('has the address as a link has it', () => {
  expect(show(<Link to="/en/asset?x=1">Assets</Link>).link.getAttribute('href')).toBe(
    '/en/asset?x=1',
  )
})

it('goes there without a load on a plain press', () => {
  const { link, place } = show(<Link to="/en/asset">Assets</Link>)
  expect(press(link)).toBe(false)
  expect(place()).toBe('PUSH /en/asset')
})

it('adds no second entry for the page that is shown', () => {
  const { link, place } = show(<Link to="/en">Here</Link>)
  press(link)
  expect(place()).toBe('REPLACE /en')
})

it.each([
  { button: 1 },
  { metaKey: true },
  { ctrlKey: true },
  { shiftKey: true },
  { altKey: true },
])('leaves %o to the browser', (how) => {
  const { link, place } = show(<Link to="/en/asset">Assets</Link>)
  expect(press(link, how)).toBe(true)
  expect(place()).toBe('POP /en')
})

it('leaves links with a target or a handled click to the browser', () => {
  const other = show(
    <Link to="/en/asset" target="_blank">
      Assets
    </Link>,
  )
  expect([press(other.link), other.place()]).toEqual([true, 'POP /en'])
  cleanup()
  const taken = show(
    <Link to="/en/asset" onClick={(event) => event.preventDefault()}>
      Assets
    </Link>,
  )
  press(taken.link)
  expect(taken.place()).toBe('POP /en')
})

import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PUBLIC_PAGES } from '../../lib/page-heads/pageHeads.ts'
import { staticFrame } from '../../../build/StaticFrame.tsx'

const translate = (id: string, values: Readonly<Record<string, string>> = {}) =>
  [id, ...Object.values(values)].join(' ')
const show = (path: string) => render(staticFrame(path, { translate, locale: 'de' }))

describe('what a document shows before its script has run', () => {
  it('has links that need no script on the home page', () => {
    show('/')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('home.lead')
    expect(
      screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Tidemark', '/de'],
      ['home.start', '/de/register'],
      ['shell.login', '/de/login'],
      ['home.look', '/de/spot/BTCUSDT'],
    ])
  })
  it('is what the page says of itself on the others', () => {
    show('/markets')
    screen.getByText('head.markets.description')
    show('/spot/ETHUSDT')
    screen.getByText('head.spot.description ETH/USDT')
    show('/futures/coin/')
    screen.getByText('contract.guideContract')
  })
  it('is only on pages that visits often begin with', () => {
    const paths = PUBLIC_PAGES.map(({ path }) => path).filter((path) =>
      staticFrame(path, { translate, locale: 'en' }),
    )
    expect(paths.filter((path) => !path.startsWith('/spot/'))).toEqual(['/', '/markets'])
    expect(staticFrame('/login', { translate, locale: 'en' })).toBeUndefined()
  })
})

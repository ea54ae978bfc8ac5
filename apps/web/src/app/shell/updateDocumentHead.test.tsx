import { beforeEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { describePage, updateDocumentHead } from './updateDocumentHead.ts'

const attribute = (selector: string, name: string) =>
  [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(name))
const markets = {
  path: '/markets',
  locale: 'de',
  origin: 'https://x.example',
  description: 'Kurse',
} as const

beforeEach(() => {
  document.head.innerHTML =
    '<title>X</title><meta charset="utf-8"><link rel="icon" href="/favicon.svg">' +
    '<meta name="description" content="old">' +
    '<link rel="canonical" href="https://x.example/en">' +
    '<link rel="alternate" hreflang="en" href="https://x.example/en">'
})

describe('the head of a page that the app has led to', () => {
  it('names the canonical address and other languages as static pages do', () => {
    updateDocumentHead(document, markets)
    expect(attribute('link[rel=canonical]', 'href')).toEqual(['https://x.example/de/markets'])
    expect(new Set(attribute('link[rel=alternate]', 'hreflang')).size).toBe(26)
    expect(attribute('link[rel=alternate]', 'href')).toHaveLength(26)
    expect(attribute('meta[name=description]', 'content')).toEqual(['Kurse'])
  })

  it('is the same after the second time', () => {
    updateDocumentHead(document, markets)
    const first = document.head.innerHTML
    updateDocumentHead(document, markets)
    expect(document.head.innerHTML).toBe(first)
  })

  it('marks a page as not indexed, without a canonical address', () => {
    updateDocumentHead(document, { ...markets, path: '/asset', description: undefined })
    expect(attribute('meta[name=robots]', 'content')).toEqual(['noindex'])
    expect(
      attribute('link[rel=canonical], link[rel=alternate], meta[name=description]', 'href'),
    ).toEqual([])
    updateDocumentHead(document, markets)
    expect(attribute('meta[name=robots]', 'content')).toEqual([])
  })

  it('leaves everything else in the head alone', () => {
    updateDocumentHead(document, markets)
    expect([
      document.title,
      ...attribute('link[rel=icon]', 'href'),
      ...attribute('meta[charset]', 'charset'),
    ]).toEqual(['X', '/favicon.svg', 'utf-8'])
  })
})

it.each([
  ['/markets', 'Live prices, changes and volumes of all trading pairs.'],
  [
    '/spot/ETHUSDT',
    'Trade ETH/USDT on the spot market with a live chart, order book and recent trades.',
  ],
  ['/asset', undefined],
])('writes title and description of %s', async (path, text) => {
  const { services } = await createTestBrowser().openTab('http://app/en')
  expect(await describePage(path, services)).toBe(text)
})

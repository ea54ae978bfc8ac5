import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { useReturnPath } from './useReturnPath.ts'

afterEach(cleanup)

const returnPath = (query: string) =>
  renderHook(() => useReturnPath('/spot/BTCUSDT'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[`/en/login${query}`]}>{children}</MemoryRouter>
    ),
  }).result.current

describe('where a log-in leads', () => {
  it.each([
    ['nowhere in particular', '', '/spot/BTCUSDT'],
    ['a page of this site', '?from=%2Fasset', '/asset'],
    [
      'a page in another language: the words stay in this one',
      '?from=%2Fzh-CN%2Frecord%2Fexchange',
      '/record/exchange',
    ],
    ['a page with a query', '?from=%2Fspot%2FETHUSDT%3Fside%3Dsell', '/spot/ETHUSDT?side=sell'],
  ])('%s', (_, query, path) => expect(returnPath(query)).toBe(path))

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\..\\b',
    'javascript:alert(1)',
    'asset',
    ' /asset',
    '',
  ])('never another site: %s', (from) => {
    expect(returnPath(`?from=${encodeURIComponent(from)}`)).toBe('/spot/BTCUSDT')
  })
})

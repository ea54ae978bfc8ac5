import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Locale } from '../locales/localeTable.ts'
import type { MessageFormat, RichText } from '../messages/messageTypes.ts'
import { createMessages } from './createMessages.tsx'
import {
  LocaleProvider,
  type LocaleProviderProps,
  useDocumentLocale,
  useLocale,
} from './LocaleProvider.tsx'
import { useDates } from './useDates.ts'
import { type Surface, useNumbers } from './useNumbers.ts'

afterEach(cleanup)

const EVENING = Date.UTC(2026, 10, 5, 21, 4, 9)

const within = (props: Omit<LocaleProviderProps, 'children'>) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <LocaleProvider {...props}>{children}</LocaleProvider>
  ),
})

describe('LocaleProvider', () => {
  it('provides locale, direction, zone and the switch of the trading numbers', () => {
    const { result } = renderHook(
      useLocale,
      within({ locale: 'ar', timeZone: 'Asia/Tokyo', tradingNumbers: 'locale' }),
    )
    expect(result.current).toEqual({
      locale: 'ar',
      direction: 'rtl',
      timeZone: 'Asia/Tokyo',
      tradingNumbers: 'locale',
    })
  })

  it('renders a component in English without a provider', () => {
    expect(renderHook(useLocale).result.current).toEqual({
      locale: 'en',
      direction: 'ltr',
      timeZone: undefined,
      tradingNumbers: 'invariant',
    })
  })

  it('gives the same value until something changes', () => {
    const seen = new Set<unknown>()
    const Probe = () => {
      seen.add(useLocale())
      return null
    }
    const tree = (locale: Locale) => (
      <LocaleProvider locale={locale}>
        <Probe />
      </LocaleProvider>
    )
    const { rerender } = render(tree('de'))
    rerender(tree('de'))
    expect(seen.size).toBe(1)
    rerender(tree('fr'))
    expect(seen.size).toBe(2)
  })

  it('useDocumentLocale keeps lang and dir of the document in step', () => {
    const Root = () => {
      useDocumentLocale()
      return null
    }
    const { rerender } = render(
      <LocaleProvider locale="ar">
        <Root />
      </LocaleProvider>,
    )
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
    rerender(
      <LocaleProvider locale="zh-CN">
        <Root />
      </LocaleProvider>,
    )
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual([
      'zh-Hans-CN',
      'ltr',
    ])
  })
})

describe('useNumbers', () => {
  const numbers = (surface: Surface, tradingNumbers?: 'invariant' | 'locale') =>
    renderHook(() => useNumbers(surface), within({ locale: 'de', tradingNumbers })).result.current

  it('keeps trading surfaces invariant and translates prose (locale Numbers)', () => {
    expect([numbers('trading').number('1234.5'), numbers('prose').number('1234.5')]).toEqual([
      '1,234.50',
      '1.234,50',
    ])
    expect([numbers('trading').percent('0.5'), numbers('prose').percent('0.5')]).toEqual([
      '50.00%',
      '50,00\u00a0%',
    ])
    expect([numbers('trading').compact('1234567'), numbers('prose').compact('1234567')]).toEqual([
      '1.23M',
      '1,23M',
    ])
    expect([
      numbers('trading').price('0.00001234').head,
      numbers('prose').price('0.00001234').head,
    ]).toEqual(['0.0', '0,0'])
  })

  it("the trader's switch makes trading surfaces follow the language (locale Numbers)", () => {
    expect(numbers('trading', 'locale').number('1234.5')).toBe('1.234,50')
  })

  it('formats fiat valuations in the language on every surface (locale Numbers)', () => {
    for (const surface of ['trading', 'prose'] as const)
      expect(numbers(surface).valuation('1234.5', { currency: 'EUR' })).toBe('1.234,50\u00a0€')
  })

  it('formats prose by default', () => {
    expect(
      renderHook(() => useNumbers(), within({ locale: 'de' })).result.current.number('1.5'),
    ).toBe('1,50')
  })
})

describe('useDates', () => {
  it('writes in the language and the zone of the provider', () => {
    const { result } = renderHook(useDates, within({ locale: 'de', timeZone: 'Asia/Tokyo' }))
    expect([
      result.current.date(EVENING, 'longDate'),
      result.current.timestamp(EVENING),
      result.current.timestamp(EVENING, 'date'),
      result.current.age(EVENING - 172_800_000, { now: EVENING }),
    ]).toEqual(['6. November 2026', '2026-11-06 06:04:09', '2026-11-06', 'vor 2 Tagen'])
    expect(result.current.date(EVENING)).toContain('2026')
  })
})

interface Catalog {
  readonly title: string
  readonly filled: (args: { readonly count: number }, format: MessageFormat) => string
  readonly terms: RichText<'link'>
  readonly offer: (
    args: { readonly fee: string },
    format: MessageFormat,
  ) => RichText<'link' | 'strong'>
}

const ENGLISH: Catalog = {
  title: 'Spot',
  filled: (a, f) => `${f.number(a.count)} orders`,
  terms: ['Read ', { tag: 'link', children: ['the terms'] }, ' first'],
  offer: (a) => [
    'Only ',
    { tag: 'strong', children: [a.fee, { tag: 'link', children: [' fee'] }] },
  ],
}
const GERMAN: Catalog = {
  ...ENGLISH,
  title: 'Kassa',
  filled: (a, f) => `${f.number(a.count)} Orders`,
}

describe('createMessages', () => {
  const { MessagesProvider, useMessages } = createMessages<Catalog>()
  const Page = () => {
    const t = useMessages()
    return (
      <main>
        <h1>{t('title')}</h1>
        <p>{t('filled', { count: 1234 })}</p>
        <div data-testid="terms">
          {t.rich('terms', { link: (children) => <a href="/terms">{children}</a> })}
        </div>
        <div data-testid="offer">
          {t.rich(
            'offer',
            {
              link: (children) => <a href="/fee">{children}</a>,
              strong: (children) => <strong>{children}</strong>,
            },
            { fee: '<i>0.1 %</i>' },
          )}
        </div>
      </main>
    )
  }
  const tree = (locale: Locale, messages: Catalog) => (
    <LocaleProvider locale={locale}>
      <MessagesProvider messages={messages}>
        <Page />
      </MessagesProvider>
    </LocaleProvider>
  )

  it('renders texts, numbers in the language, and named tags as elements', () => {
    render(tree('en', ENGLISH))
    expect(screen.getByRole('heading').textContent).toBe('Spot')
    expect(screen.getByText('1,234 orders')).toBeTruthy()
    expect(screen.getByTestId('terms').innerHTML).toBe('Read <a href="/terms">the terms</a> first')
  })

  it('no argument ever becomes markup', () => {
    render(tree('en', ENGLISH))
    expect(screen.getByTestId('offer').innerHTML).toBe(
      'Only <strong>&lt;i&gt;0.1 %&lt;/i&gt;<a href="/fee"> fee</a></strong>',
    )
  })

  it('changes over with the provider, without losing what is on the page', () => {
    const { rerender } = render(tree('en', ENGLISH))
    const heading = screen.getByRole('heading')
    act(() => rerender(tree('de', GERMAN)))
    expect(screen.getByRole('heading')).toBe(heading)
    expect([heading.textContent, screen.getByText('1.234 Orders').tagName]).toEqual(['Kassa', 'P'])
  })

  it('throws from the hook outside its provider, with the reason', () => {
    expect(() => renderHook(useMessages)).toThrow(
      expect.objectContaining({ name: 'LocaleError', code: 'no-provider' }),
    )
  })

  it('types: every tag needs a renderer', () => {
    const renderers = { link: (children: ReactNode) => children }
    // @ts-expect-error the strong tag has none
    const Wrong = () => <>{useMessages().rich('offer', renderers, { fee: '1' })}</>
    render(
      <LocaleProvider locale="en">
        <MessagesProvider messages={ENGLISH}>
          <Wrong />
        </MessagesProvider>
      </LocaleProvider>,
    )
    expect(document.body.textContent).toBe('Only 1 fee')
  })
})

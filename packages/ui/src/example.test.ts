import { readFileSync } from 'node:fs'
import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Payee } from '../examples/autocomplete.tsx'
import { WatchList } from '../examples/drawer.tsx'
import { Fills } from '../examples/notifications.tsx'
import { App } from '../examples/orderForm.tsx'
import { BirthYear } from '../examples/pickerWheel.tsx'
import { Confirmations } from '../examples/progress.tsx'
import { Pairs } from '../examples/searchBox.tsx'
import { Fee } from '../examples/tooltip.tsx'

const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('the README shows the example as it runs', () => {
  expect(text('../README.md')).toContain(text('../examples/orderForm.tsx'))
})

it.each(['en', 'ar'])('the example draws in %s', (language) => {
  const html = renderToString(createElement(App, { language }))
  expect(html).toContain('Amount')
  expect(html).toContain('Enter an amount')
})

/** The README of a widget, its example, and what that draws. */
const examples: readonly (readonly [string, string, () => ReactElement, string])[] = [
  ['autocomplete', 'autocomplete', () => createElement(Payee, { search: async () => [] }), 'role="combobox"'],
  ['drawer', 'drawer', () => createElement(WatchList, { pairs: ['BTC/USDT'] }), 'Watch list'],
  ['notification', 'notifications', () => createElement(Fills, { pair: 'BTC/USDT' }), 'Fill'],
  ['picker-wheel', 'pickerWheel', () => createElement(BirthYear, { thisYear: 2026 }), 'aria-valuetext="2026"'],
  ['progress', 'progress', () => createElement(Confirmations, { seen: 2, needed: 6 }), '2 of 6'],
  ['search-box', 'searchBox', () => createElement(Pairs, { pairs: ['BTC/USDT'] }), '<li>BTC/USDT</li>'],
  ['tooltip', 'tooltip', () => createElement(Fee, { rate: '0.08 %' }), 'Fee'],
]

it.each(examples)('the README of %s shows %s as it runs', (folder, file, element, drawn) => {
  expect(text(`./${folder}/README.md`)).toContain(text(`../examples/${file}.tsx`))
  expect(renderToString(element())).toContain(drawn)
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Quantity } from '../examples/amountField.tsx'
import { Payee } from '../examples/autocomplete.tsx'
import { Side } from '../examples/badge.tsx'
import { OrderButtons } from '../examples/button.tsx'
import { Withdraw } from '../examples/dialog.tsx'
import { WatchList } from '../examples/drawer.tsx'
import { Orders as NoOrders } from '../examples/emptyState.tsx'
import { Balance } from '../examples/icon.tsx'
import { Account } from '../examples/menu.tsx'
import { Rename } from '../examples/messageDialog.tsx'
import { Fills } from '../examples/notifications.tsx'
import { Ticker } from '../examples/number.tsx'
import { App } from '../examples/orderForm.tsx'
import { Pager } from '../examples/pagination.tsx'
import { OpenOrders } from '../examples/panel.tsx'
import { BirthYear } from '../examples/pickerWheel.tsx'
import { Filter } from '../examples/popover.tsx'
import { Confirmations } from '../examples/progress.tsx'
import { TimeInForce } from '../examples/radioGroup.tsx'
import { Pairs } from '../examples/searchBox.tsx'
import { OrderSide } from '../examples/segmentedControl.tsx'
import { Loading } from '../examples/skeleton.tsx'
import { Leverage } from '../examples/slider.tsx'
import { Orders } from '../examples/tabs.tsx'
import { Contact } from '../examples/textField.tsx'
import { Save } from '../examples/toast.tsx'
import { OrderOptions } from '../examples/toggle.tsx'
import { Fee } from '../examples/tooltip.tsx'
import { Side as HiddenSide } from '../examples/visuallyHidden.tsx'

const nothing = () => {}
const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('the README shows the example as it runs', () => {
  expect(text('../README.md')).toContain(text('../examples/orderForm.tsx'))
})

it('the README names the style sheet of every entry that the example uses', () => {
  const used = [...text('../examples/orderForm.tsx').matchAll(/import \{.*from '(@x\/ui\/[^']+)'/g)].map(([, entry]) => entry ?? '')
  expect(used).toHaveLength(5)
  expect(used.filter((entry) => !text('../README.md').includes(`import '${entry}.css'\n`))).toEqual([])
})

it('what the README leads to is published with it', () => {
  const { files } = JSON.parse(text('../package.json')) as { readonly files: readonly string[] }
  const led = [...text('../README.md').matchAll(/\]\(([^):]+)\)/g)].map(([, file]) => file ?? '')
  expect(led.length).toBeGreaterThan(30)
  expect(led.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)) || !files.includes(file.replace(/^src\/[^/]+\//, 'src/*/')))).toEqual([])
})

it.each(['en', 'ar'])('the example draws in %s', (language) => {
  const html = renderToString(createElement(App, { language }))
  expect(html).toContain('Amount')
  expect(html).toContain('Enter an amount')
})

/** The README of a widget, its example, and what that draws. */
const examples: readonly (readonly [string, string, () => ReactElement, string])[] = [
  ['amount-field', 'amountField', () => createElement(Quantity, { free: '2' }), 'BTC'],
  ['autocomplete', 'autocomplete', () => createElement(Payee, { search: async () => [] }), 'role="combobox"'],
  ['badge', 'badge', () => createElement(Side, { side: 'sell' }), 'data-tone="down"'],
  ['button', 'button', () => createElement(OrderButtons, { isPlacing: true, place: nothing, cancel: nothing }), 'Nothing to sell'],
  ['dialog', 'dialog', () => createElement(Withdraw, { isDirty: false, send: nothing }), 'Withdraw…'],
  ['drawer', 'drawer', () => createElement(WatchList, { pairs: ['BTC/USDT'] }), 'Watch list'],
  ['empty-state', 'emptyState', () => createElement(NoOrders, { failure: 'a1b2', retry: nothing, address: 'bc1q' }), 'a1b2'],
  ['icon', 'icon', () => createElement(Balance, { free: '0.25', isLow: true }), 'aria-label="Low"'],
  ['menu', 'menu', () => createElement(Account, { leave: nothing }), 'aria-haspopup="menu"'],
  ['message-dialog', 'messageDialog', () => createElement(Rename, { rename: nothing }), 'Rename'],
  ['notification', 'notifications', () => createElement(Fills, { pair: 'BTC/USDT' }), 'Fill'],
  ['number', 'number', () => createElement(Ticker, { price: '60816.42', change: '-1.2', volume: '1234.56789' }), '1234.5'],
  ['pagination', 'pagination', () => createElement(Pager, { total: 500 }), '>50<'],
  ['panel', 'panel', () => createElement(OpenOrders, { orders: [], silence: 0 }), 'No open orders'],
  ['picker-wheel', 'pickerWheel', () => createElement(BirthYear, { thisYear: 2026 }), 'aria-valuetext="2026"'],
  ['popover', 'popover', () => createElement(Filter), 'aria-haspopup="dialog"'],
  ['progress', 'progress', () => createElement(Confirmations, { seen: 2, needed: 6 }), '2 of 6'],
  ['radio-group', 'radioGroup', () => createElement(TimeInForce), 'Rests until it is cancelled'],
  ['search-box', 'searchBox', () => createElement(Pairs, { pairs: ['BTC/USDT'] }), '<li>BTC/USDT</li>'],
  ['segmented-control', 'segmentedControl', () => createElement(OrderSide), 'type="radio"'],
  ['skeleton', 'skeleton', () => createElement(Loading, { part: 'chart' }), 'Loading the chart'],
  ['slider', 'slider', () => createElement(Leverage), '10x'],
  ['tabs', 'tabs', () => createElement(Orders, { open: ['BTC'], history: [] }), '<li>BTC</li>'],
  ['text-field', 'textField', () => createElement(Contact), 'Enter a name'],
  ['toast', 'toast', () => createElement(Save, { save: async () => {} }), 'Save'],
  ['toggle', 'toggle', () => createElement(OrderOptions), 'role="switch"'],
  ['tooltip', 'tooltip', () => createElement(Fee, { rate: '0.08 %' }), 'Fee'],
  ['visually-hidden', 'visuallyHidden', () => createElement(HiddenSide, { side: 'buy' }), 'Buy'],
]

it.each(examples)('the README of %s shows %s as it runs', (folder, file, element, drawn) => {
  expect(text(`./${folder}/README.md`)).toContain(text(`../examples/${file}.tsx`))
  expect(renderToString(element())).toContain(drawn)
})

it('the README of the test drivers shows what is compiled', () => {
  expect(text('./testing/README.md')).toContain(text('../examples/testing.ts'))
})

it('every folder of a widget has a README', () => {
  const widgets = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(new URL(`./${entry.name}/demos`, import.meta.url)))
  expect(widgets.filter(({ name }) => !existsSync(new URL(`./${name}/README.md`, import.meta.url))).map(({ name }) => name)).toEqual([])
})

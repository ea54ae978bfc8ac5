import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Position } from '../examples/actionSheet.tsx'
import { Quantity } from '../examples/amountField.tsx'
import { Payee } from '../examples/autocomplete.tsx'
import { Side } from '../examples/badge.tsx'
import { OrderButtons } from '../examples/button.tsx'
import { Indicators } from '../examples/checkboxGroup.tsx'
import { LineColor } from '../examples/colorField.tsx'
import { OpenOrders as OrderTable } from '../examples/dataTable.tsx'
import { Terms } from '../examples/datePicker.tsx'
import { Period } from '../examples/dateRange.tsx'
import { Withdraw } from '../examples/dialog.tsx'
import { WatchList } from '../examples/drawer.tsx'
import { Orders as NoOrders } from '../examples/emptyState.tsx'
import { Balance } from '../examples/icon.tsx'
import { Logo } from '../examples/image.tsx'
import { Account } from '../examples/menu.tsx'
import { Rename } from '../examples/messageDialog.tsx'
import { Fills } from '../examples/notifications.tsx'
import { Statement } from '../examples/mobileCalendar.tsx'
import { namePrompt, phone } from '../examples/mobileForm.ts'
import { Ticker } from '../examples/number.tsx'
import { App } from '../examples/orderForm.tsx'
import { Pager } from '../examples/pagination.tsx'
import { OpenOrders } from '../examples/panel.tsx'
import { BirthYear } from '../examples/pickerWheel.tsx'
import { Filter } from '../examples/popover.tsx'
import { Confirmations } from '../examples/progress.tsx'
import { TimeInForce } from '../examples/radioGroup.tsx'
import { Asks } from '../examples/scrollbar.tsx'
import { Pairs } from '../examples/searchBox.tsx'
import { OrderSide } from '../examples/segmentedControl.tsx'
import { MarketFilter } from '../examples/select.tsx'
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

it('shows the README example as it runs', () => {
  expect(text('../README.md')).toContain(text('../examples/orderForm.tsx'))
})

it('names a published sheet with the styles of the README example', () => {
  const { exports: entries } = JSON.parse(text('../package.json')) as { readonly exports: object }
  expect(text('../README.md')).toContain("import '@x/ui/styles.css'")
  expect(entries).toHaveProperty(['./*.css'])
})

it('publishes everything the README links to', () => {
  const { files } = JSON.parse(text('../package.json')) as { readonly files: readonly string[] }
  const led = [...text('../README.md').matchAll(/\]\(([^#):]+)\)/g)].map(([, file]) => file ?? '')
  expect(led.length).toBeGreaterThan(30)
  expect(
    led.filter(
      (file) =>
        !existsSync(new URL(`../${file}`, import.meta.url)) ||
        !files.includes(file.replace(/^src\/[^/]+\//, 'src/*/')),
    ),
  ).toEqual([])
})

it.each(['en', 'ar'])('renders the example in %s', (language) => {
  const html = renderToString(createElement(App, { language }))
  expect(html).toContain('Amount')
  expect(html).toContain('Enter an amount')
})

/** README of a widget, its example, and a text of the rendered example. */
const examples: readonly (readonly [string, string, () => ReactElement, string])[] = [
  [
    'action-sheet',
    'actionSheet',
    () => createElement(Position, { accounts: [], act: nothing }),
    'BTC position',
  ],
  ['amount-field', 'amountField', () => createElement(Quantity, { free: '2' }), 'BTC'],
  [
    'autocomplete',
    'autocomplete',
    () => createElement(Payee, { search: async () => [] }),
    'role="combobox"',
  ],
  ['badge', 'badge', () => createElement(Side, { side: 'sell' }), 'data-tone="down"'],
  [
    'button',
    'button',
    () => createElement(OrderButtons, { isPlacing: true, place: nothing, cancel: nothing }),
    'Nothing to sell',
  ],
  [
    'checkbox-group',
    'checkboxGroup',
    () => createElement(Indicators, { indicators: [{ value: 'ma', label: 'Moving average' }] }),
    'Moving average',
  ],
  ['color-field', 'colorField', () => createElement(LineColor), 'value="#8ea2ff"'],
  [
    'data-table',
    'dataTable',
    () =>
      createElement(OrderTable, {
        orders: [{ id: '1', pair: 'BTC/USDT', price: '60816.42' }],
        cancel: nothing,
      }),
    '60816.42',
  ],
  [
    'date-picker',
    'datePicker',
    () => createElement(Terms, { isHoliday: () => false }),
    'Settlement',
  ],
  ['date-range', 'dateRange', () => createElement(Period), 'role="group"'],
  [
    'dialog',
    'dialog',
    () => createElement(Withdraw, { isDirty: false, send: nothing }),
    'Withdraw…',
  ],
  ['drawer', 'drawer', () => createElement(WatchList, { pairs: ['BTC/USDT'] }), 'Watch list'],
  [
    'empty-state',
    'emptyState',
    () => createElement(NoOrders, { failure: 'a1b2', retry: nothing, address: 'bc1q' }),
    'a1b2',
  ],
  ['icon', 'icon', () => createElement(Balance, { free: '0.25', isLow: true }), 'aria-label="Low"'],
  [
    'image',
    'image',
    () =>
      createElement(Logo, {
        coin: { name: 'Bitcoin', logo: '/btc.svg' },
        allowSource: (src) => src,
      }),
    'Bitcoin',
  ],
  ['menu', 'menu', () => createElement(Account, { leave: nothing }), 'aria-haspopup="menu"'],
  ['message-dialog', 'messageDialog', () => createElement(Rename, { rename: nothing }), 'Rename'],
  [
    'mobile-calendar',
    'mobileCalendar',
    () => createElement(Statement, { load: nothing }),
    'Statement of…',
  ],
  ['notification', 'notifications', () => createElement(Fills, { pair: 'BTC/USDT' }), 'Fill'],
  [
    'number',
    'number',
    () => createElement(Ticker, { price: '60816.42', change: '-1.2', volume: '1234.56789' }),
    '1234.5',
  ],
  ['pagination', 'pagination', () => createElement(Pager, { total: 500 }), '>50<'],
  ['panel', 'panel', () => createElement(OpenOrders, { orders: [], silence: 0 }), 'No open orders'],
  [
    'picker-wheel',
    'pickerWheel',
    () => createElement(BirthYear, { thisYear: 2026 }),
    'aria-valuetext="2026"',
  ],
  ['popover', 'popover', () => createElement(Filter), 'aria-haspopup="dialog"'],
  ['progress', 'progress', () => createElement(Confirmations, { seen: 2, needed: 6 }), '2 of 6'],
  ['radio-group', 'radioGroup', () => createElement(TimeInForce), 'Rests until it is cancelled'],
  [
    'scrollbar',
    'scrollbar',
    () => createElement(Asks, { asks: [{ price: '60817.00' }] }),
    '60817.00',
  ],
  [
    'search-box',
    'searchBox',
    () => createElement(Pairs, { pairs: ['BTC/USDT'] }),
    '<li>BTC/USDT</li>',
  ],
  ['segmented-control', 'segmentedControl', () => createElement(OrderSide), 'type="radio"'],
  [
    'select',
    'select',
    () => createElement(MarketFilter, { pairs: [], findCoins: async () => [] }),
    'Pairs to compare',
  ],
  ['skeleton', 'skeleton', () => createElement(Loading, { part: 'chart' }), 'Loading the chart'],
  ['slider', 'slider', () => createElement(Leverage), '10x'],
  ['tabs', 'tabs', () => createElement(Orders, { open: ['BTC'], history: [] }), '<li>BTC</li>'],
  ['text-field', 'textField', () => createElement(Contact), 'Enter a name'],
  ['toast', 'toast', () => createElement(Save, { save: async () => {} }), 'Save'],
  ['toggle', 'toggle', () => createElement(OrderOptions), 'role="switch"'],
  ['tooltip', 'tooltip', () => createElement(Fee, { rate: '0.08 %' }), 'Fee'],
  ['visually-hidden', 'visuallyHidden', () => createElement(HiddenSide, { side: 'buy' }), 'Buy'],
]

it.each(examples)('shows in the README of %s the example %s', (folder, file, element, drawn) => {
  expect(text(`./${folder}/README.md`)).toContain(text(`../examples/${file}.tsx`))
  expect(renderToString(element())).toContain(drawn)
})

it('shows a compiled example in the README of the test drivers', () => {
  expect(text('./testing/README.md')).toContain(text('../examples/testing.ts'))
})

it('shows actual results in the README of the validators', async () => {
  expect(text('./mobile-form/README.md')).toContain(text('../examples/mobileForm.ts'))
  expect(phone).toEqual({ status: 'valid', value: '+966 50 123 4567' })
  expect(await namePrompt()).toBe('Geben Sie einen Namen ein')
})

it('has a README with a compiled example for every widget', () => {
  const widgets = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(new URL(`./${entry.name}/demos`, import.meta.url)),
  )
  const compiled = readdirSync(new URL('../examples', import.meta.url)).map((file) =>
    text(`../examples/${file}`),
  )
  const shows = (name: string) =>
    existsSync(new URL(`./${name}/README.md`, import.meta.url)) &&
    compiled.some((example) => text(`./${name}/README.md`).includes(example))
  expect(widgets.map(({ name }) => name).filter((name) => !shows(name))).toEqual([])
})

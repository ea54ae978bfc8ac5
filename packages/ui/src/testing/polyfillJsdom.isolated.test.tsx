// @vitest-environment happy-dom
import { act } from 'react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DataTable } from '../data-table/DataTable.tsx'
import { DatePicker } from '../date-picker/DatePicker.tsx'
import { PickerWheel } from '../picker-wheel/PickerWheel.tsx'
import { Scrollbar } from '../scrollbar/Scrollbar.tsx'
import { Select } from '../select/Select.tsx'
import { createTestDrivers } from './createTestDrivers.ts'
import { polyfillJsdom } from './polyfillJsdom.ts'

const GLOBALS = ['matchMedia', 'ResizeObserver', 'CSS', 'DOMMatrix', 'scrollTo'] as const
const METHODS = [
  'scrollTo',
  'scrollIntoView',
  'setPointerCapture',
  'releasePointerCapture',
] as const

// Missing in jsdom: its Vitest environment defines some as undefined.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  for (const name of GLOBALS) vi.stubGlobal(name, undefined)
  for (const name of METHODS)
    Object.defineProperty(Element.prototype, name, {
      value: undefined,
      configurable: true,
      writable: true,
    })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  for (const name of METHODS) Reflect.deleteProperty(Element.prototype, name)
})

const ui = createTestDrivers({ act })

it('lets widgets render and respond in jsdom', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Select label="Pair" options={[]} />), 'as it is').toThrow('matchMedia')
  complaints.mockRestore()
  cleanup()
  polyfillJsdom()
  const reported: unknown[] = []
  const report = (value: unknown) => reported.push(value)
  const rows = Array.from({ length: 300 }, (_, at) => ({ pair: `P${at}` }))
  render(
    <>
      <Select label="Pair" options={[{ value: 'eth', label: 'ETH/USDT' }]} onChange={report} />
      <DatePicker label="Day" today="2026-11-21" onChange={report} />
      <PickerWheel
        label="Year"
        rows={['2026', '2027'].map((key) => ({ value: key, label: key }))}
        onChange={report}
      />
      <Scrollbar label="Pairs">Pairs</Scrollbar>
      <DataTable
        label="Orders"
        columns={[{ key: 'pair', header: 'Pair', cell: ({ pair }) => pair }]}
        rows={rows}
        rowKey={({ pair }) => pair}
        selection={{ onChange: (keys) => report([...keys]) }}
      />
    </>,
  )
  await ui.select('Pair').choose('ETH/USDT')
  await ui.date('Day').pick('2026-11-24')
  await ui.wheel('Year').turnTo('2027')
  await ui.table('Orders').select('P3')
  expect(reported).toEqual(['eth', '2026-11-24', '2027', ['P3']])
})

it('keeps existing APIs', () => {
  const here = () => ({ matches: true })
  vi.stubGlobal('matchMedia', here)
  polyfillJsdom()
  polyfillJsdom()
  expect(matchMedia).toBe(here)
  expect(CSS.escape('a"b')).toBe('a\\22 b')
})

import { formatCompact } from '@x/locale/numbers'
import type { Indicator } from 'klinecharts'
import { expect, it } from 'vitest'
import { candleEntries, indicatorEntries, volumeEntries } from './createLegend.ts'

const texts = {
  open: 'O',
  high: 'H',
  low: 'L',
  close: 'C',
  volume: 'Vol BTC',
  volumeText: (volume: string) => formatCompact(volume),
  numberText: (value: number, digits: number) => value.toFixed(digits),
  pricePlace: 2,
}

it('formats legend volumes as elsewhere (visual, rules)', () => {
  const volumes = [42, 0.5, 7174.5, 1_234_567_890, 0.00000012, 42.4]
  expect(volumes.map((volume) => volumeEntries(volume, texts)[0]?.value)).toEqual([
    '42.00',
    '0.50',
    '7.17K',
    '1.23B',
    '<0.01',
    '42.40',
  ])
})

it('says nothing of no candles', () => {
  expect(volumeEntries(undefined, texts)).toEqual([])
})

it('gives a change that rounds to nothing no direction', () => {
  const change = (close: number) =>
    candleEntries({ open: 60_000, high: 60_000, low: 59_000, close }, texts).at(-1)
  expect([change(59_999.9), change(60_600), change(59_400)]).toEqual([
    { title: '', value: '0.00%', tone: 'flat' },
    { title: '', value: '+1.00%', tone: 'up' },
    { title: '', value: '-1.00%', tone: 'down' },
  ])
})

const indicator = {
  name: 'MACD',
  series: 'normal',
  precision: 4,
  figures: [
    { key: 'dif', title: 'DIF: ', type: 'line' },
    { key: 'dea', title: 'DEA: ', type: 'line' },
    { key: 'macd', title: 'MACD: ', type: 'bar' },
    { key: 'hidden', type: 'line' },
  ],
  styles: { lines: [{ color: '#111111' }, { color: '#222222' }, { color: '#333333' }] },
  result: [
    { dif: 1.234_56, dea: -0.5, macd: 3, hidden: 9 },
    { dif: Number.NaN, dea: 2 },
  ],
} as unknown as Indicator

it('writes each figure of an indicator in the colour of its line', () => {
  expect(indicatorEntries(indicator, { at: 0, ...texts })).toEqual([
    { title: 'DIF', value: '1.23', tone: '#111111' },
    { title: 'DEA', value: '-0.50', tone: '#222222' },
    { title: 'MACD', value: '3.00' },
  ])
})

it('omits figures that an indicator does not have yet', () => {
  expect(indicatorEntries(indicator, { at: 1, ...texts })).toEqual([
    { title: 'DEA', value: '2.00', tone: '#222222' },
  ])
  expect(indicatorEntries(indicator, { at: 7, ...texts })).toEqual([])
})

it('writes indicators of prices with the digits of the pair', () => {
  const ofPrices = { ...indicator, series: 'price' } as Indicator
  const [first] = indicatorEntries(ofPrices, { at: 0, ...texts, pricePlace: 4 })
  expect(first?.value).toBe('1.2346')
})

it('names the four prices of a candle', () => {
  const entries = candleEntries({ open: 1, high: 3, low: 0.5, close: 2 }, texts)
  expect(entries.map(({ title, value }) => `${title}${value}`)).toEqual([
    'O1.00',
    'H3.00',
    'L0.50',
    'C2.00',
    '+100.00%',
  ])
})

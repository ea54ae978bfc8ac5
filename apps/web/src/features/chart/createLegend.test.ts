import { formatCompact } from '@x/locale/numbers'
import { expect, it } from 'vitest'
import { candleEntries, volumeEntries } from './createLegend.ts'

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

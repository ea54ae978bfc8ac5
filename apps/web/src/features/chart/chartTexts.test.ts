import { describe, expect, it } from 'vitest'
import { countdownText, groupedText } from './chartTexts.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the countdown of a candle', () => {
  it('writes minutes and seconds', () => {
    expect(countdownText(4 * MINUTE + 59 * SECOND)).toBe('04:59')
    expect(countdownText(59 * SECOND)).toBe('00:59')
  })

  it('rounds a started second up', () => {
    expect(countdownText(1)).toBe('00:01')
    expect(countdownText(MINUTE - 1)).toBe('01:00')
  })

  it('writes hours from an hour on', () => {
    expect(countdownText(HOUR)).toBe('1:00:00')
    expect(countdownText(3 * HOUR + 4 * MINUTE + 5 * SECOND)).toBe('3:04:05')
    expect(countdownText(DAY - SECOND)).toBe('23:59:59')
  })

  it('writes days and hours from a day on', () => {
    expect(countdownText(DAY)).toBe('1d 00h')
    expect(countdownText(6 * DAY + 23 * HOUR + 59 * MINUTE)).toBe('6d 23h')
  })

  it('stays at zero while the next candle is late', () => {
    expect(countdownText(0)).toBe('00:00')
    expect(countdownText(-5 * SECOND)).toBe('00:00')
  })
})

describe('figures on the canvas', () => {
  const german = (value: number, digits: number) =>
    value.toLocaleString('de', { minimumFractionDigits: digits, maximumFractionDigits: digits })

  it('follow the number format of the page', () => {
    expect(groupedText('61916.43', german)).toBe('61.916,43')
    expect(groupedText('-120', german)).toBe('-120')
  })

  it('keep the sign of a percentage', () => {
    expect(groupedText('1.50%', german)).toBe('1,50%')
    expect(groupedText('-0.25%', german)).toBe('-0,25%')
  })

  it('leave what is no figure as it is', () => {
    expect(groupedText('n/a', german)).toBe('n/a')
    expect(groupedText('', german)).toBe('')
    expect(groupedText('1.2K', german)).toBe('1.2K')
  })
})

import { describe, expect, it } from 'vitest'
import {
  baseSize,
  hasAttachedExits,
  changeUnit,
  editSize,
  isClosing,
  legOfDraft,
  newFuturesDraft,
  pickPrice,
  placedDraft,
  shareSize,
} from './futuresDraft.ts'
import { futuresOrderOf } from './futuresOrderOf.ts'
import { futuresRules } from './futuresRules.ts'
import { BTC, INVERSE } from './testing/futuresTicket.ts'

const draft = newFuturesDraft('buy')

describe('the size of a futures order', () => {
  const terms = { price: '60000', leverage: 20, spec: BTC }
  it('is given in the base coin, in value or in margin (futures 4)', () => {
    expect(baseSize({ size: '0.5', unit: 'base' }, terms)).toBe('0.5')
    expect(baseSize({ size: '6000', unit: 'value' }, terms)).toBe('0.100')
    expect(baseSize({ size: '300', unit: 'margin' }, terms)).toBe('0.100')
  })

  it('counts contracts where they are inverse (futures 1)', () => {
    const inverse = { price: '50000', leverage: 10, spec: INVERSE }
    expect(baseSize({ size: '1050', unit: 'value' }, inverse)).toBe('10')
    expect(baseSize({ size: '0.002', unit: 'margin' }, inverse)).toBe('10')
  })

  it('is unknown where value has no price', () => {
    expect(baseSize({ size: '6000', unit: 'value' }, { ...terms, price: undefined })).toBe(
      undefined,
    )
    expect(baseSize({ size: '', unit: 'base' }, terms)).toBe(undefined)
  })

  it('takes a share of the largest in whole steps', () => {
    const half = shareSize(draft, { share: 50, most: '0.333', spec: BTC })
    expect([half.size, half.unit, half.share]).toEqual(['0.166', 'base', 50])
    expect(editSize(half, '0.2').share).toBe(undefined)
    expect(shareSize(draft, { share: 1, most: '0.05', spec: BTC }).size).toBe('')
  })

  it('is emptied with another unit', () => {
    expect(changeUnit({ ...draft, size: '1' }, 'margin')).toMatchObject({
      size: '',
      unit: 'margin',
    })
  })
})

describe('what a futures draft does to positions', () => {
  it('opens the leg of its side, and closes the other (futures 4)', () => {
    expect(legOfDraft(draft)).toBe('long')
    expect(legOfDraft({ ...draft, isTwoWay: true, tradeSide: 'close' })).toBe('short')
    expect(isClosing({ ...draft, reduceOnly: true })).toBe(true)
    expect(isClosing({ ...draft, reduceOnly: true, isTwoWay: true })).toBe(false)
  })

  it('brings exits only where it opens', () => {
    const wanted = { ...draft, hasExits: true }
    expect([hasAttachedExits(wanted), hasAttachedExits({ ...wanted, reduceOnly: true })]).toEqual([
      true,
      false,
    ])
  })

  it('puts a picked price on the tick and keeps a stop limit', () => {
    expect(pickPrice({ ...draft, type: 'market' }, '60000.04', BTC)).toMatchObject({
      type: 'limit',
      price: '60000.0',
    })
    expect(pickPrice({ ...draft, type: 'stop_limit' }, '60000', BTC).type).toBe('stop_limit')
  })

  it('keeps price and settings after it was placed', () => {
    const placed = placedDraft({ ...draft, price: '60000', size: '1', takeProfit: '61000' })
    expect(placed).toMatchObject({ price: '60000', size: '', takeProfit: '' })
  })
})

describe('the order of a futures draft (futures 11)', () => {
  const limit = { ...draft, price: '60000', size: '0.1' }
  it('names the symbol of the wire and leaves out what is default', () => {
    expect(futuresOrderOf(limit, BTC)).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      size: '0.1',
      price: '60000',
    })
  })

  it('says open or close in two-way mode only', () => {
    expect(futuresOrderOf({ ...limit, isTwoWay: true, reduceOnly: true }, BTC)).toMatchObject({
      tradeSide: 'open',
    })
    expect(futuresOrderOf({ ...limit, reduceOnly: true }, BTC)).toMatchObject({ reduceOnly: true })
    expect(futuresOrderOf({ ...limit, isTwoWay: true, reduceOnly: true }, BTC)).not.toHaveProperty(
      'reduceOnly',
    )
  })

  it('trails by its rate, from a price where it has one (futures 4)', () => {
    const trailing = { ...limit, type: 'trailing' as const, price: '', rate: '1.5' }
    expect(futuresOrderOf(trailing, BTC)).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'trailing',
      size: '0.1',
      callbackRate: '1.5',
    })
    expect(futuresOrderOf({ ...trailing, trigger: '59000' }, BTC)).toMatchObject({
      triggerPrice: '59000',
    })
  })

  it('closes the position without a size once triggered (futures 4)', () => {
    const whole = {
      ...limit,
      side: 'sell' as const,
      type: 'stop_market' as const,
      trigger: '58000',
      unit: 'margin' as const,
      reduceOnly: true,
      closesPosition: true,
    }
    expect(futuresOrderOf(whole, BTC)).toEqual({
      symbol: 'BTCUSDT',
      side: 'sell',
      orderType: 'stop_market',
      closePosition: true,
      triggerPrice: '58000',
    })
    expect([futuresRules.sizeText(whole), futuresRules.sizeOf(whole)]).toEqual(['all', undefined])
    expect(isClosing({ ...whole, reduceOnly: false })).toBe(true)
  })

  it('sends triggers, exits and their price', () => {
    const stop = {
      ...limit,
      type: 'stop_market' as const,
      trigger: '62000',
      triggerBy: 'mark' as const,
      unit: 'margin' as const,
    }
    expect(futuresOrderOf(stop, BTC)).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'stop_market',
      size: '0.1',
      sizeUnit: 'margin',
      triggerPrice: '62000',
      triggerBy: 'mark',
    })
    const exits = { ...limit, hasExits: true, takeProfit: '65000', triggerBy: 'index' as const }
    expect(futuresOrderOf(exits, BTC)).toMatchObject({
      takeProfitTriggerPrice: '65000',
      triggerBy: 'index',
    })
  })
})

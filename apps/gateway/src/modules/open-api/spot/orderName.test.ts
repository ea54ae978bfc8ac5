import { describe, expect, it } from 'vitest'
import { createParams } from '../params.ts'
import { codeOf } from '../testing/refusals.ts'
import { spotOrder } from '../testing/sampleOrders.ts'
import { isNamed, isStopLegNamed, limitLegName, numbered, readName } from './orderName.ts'
import { STOP_LEG } from './orderViews.ts'

const read = (fields: Readonly<Record<string, string>>) =>
  readName(createParams(new Map(Object.entries(fields))))
const plain = spotOrder({ id: 41, clientOid: 'mine' })
const oco = spotOrder({ id: 41, clientOid: 'mine', orderType: 'oco' })
const STOP_NUMBER = String(STOP_LEG + 41)

describe('how a call names an order', () => {
  it.each([
    [{ orderId: '41' }, { id: 41, clientOid: undefined, isStopLeg: false }],
    [{ orderId: '0' }, { id: 0, clientOid: undefined, isStopLeg: false }],
    [{ origClientOrderId: 'mine' }, { id: undefined, clientOid: 'mine', isStopLeg: false }],
    [
      { orderId: '41', origClientOrderId: 'mine' },
      { id: 41, clientOid: 'mine', isStopLeg: false },
    ],
    [{ cancelOrderId: '41' }, { id: 41, clientOid: undefined, isStopLeg: false }],
    [{ cancelOrigClientOrderId: 'mine' }, { id: undefined, clientOid: 'mine', isStopLeg: false }],
    [{ orderListId: '41' }, { id: 41, clientOid: undefined, isStopLeg: false }],
    [{ listClientOrderId: 'list' }, { id: undefined, clientOid: 'list', isStopLeg: false }],
    [{ orderId: STOP_NUMBER }, { id: 41, clientOid: undefined, isStopLeg: true }],
    [
      { origClientOrderId: 'mine-stop' },
      { id: undefined, clientOid: 'mine-stop', isStopLeg: false },
    ],
  ])('is read of %j', (fields, name) => {
    expect(read(fields)).toEqual(name)
  })

  it.each([
    [{}, -1102],
    [{ newClientOrderId: 'mine' }, -1102],
    [{ orderId: '' }, -1105],
    [{ origClientOrderId: '' }, -1105],
    [{ orderId: 'mine' }, -1100],
    [{ orderId: '-1' }, -1100],
    [{ orderId: '9007199254740993' }, -1100],
  ])('is refused of %j by %i', (fields, code) => {
    expect(codeOf(() => read(fields))).toBe(code)
  })

  it('keeps the numbers of orders and of stop legs apart', () => {
    expect(numbered(STOP_LEG - 1)).toMatchObject({ id: STOP_LEG - 1, isStopLeg: false })
    expect(numbered(STOP_LEG)).toMatchObject({ id: 0, isStopLeg: true })
  })

  it.each([
    ['mine-stop', 'mine'],
    ['-stop', ''],
    ['mine-stop-stop', 'mine-stop'],
    ['mine', undefined],
    ['mine-stopped', undefined],
    ['minestop', undefined],
    [undefined, undefined],
  ])('finds of the word %s the limit leg %s', (clientOid, name) => {
    expect(limitLegName({ clientOid })).toBe(name)
  })
})

describe('whether an order is the one that is named', () => {
  it.each([
    [{ orderId: '41' }, true],
    [{ orderId: '42' }, false],
    [{ origClientOrderId: 'mine' }, true],
    [{ origClientOrderId: 'Mine' }, false],
    [{ orderId: '41', origClientOrderId: 'mine' }, true],
    [{ orderId: '41', origClientOrderId: 'other' }, false],
    [{ orderId: '42', origClientOrderId: 'mine' }, false],
    // A plain order has no stop leg.
    [{ orderId: STOP_NUMBER }, false],
    [{ origClientOrderId: 'mine-stop' }, false],
  ])('is judged of a plain one by %j', (fields, isIt) => {
    expect(isNamed(plain, read(fields))).toBe(isIt)
  })

  it.each([
    [{ orderId: '41' }, true],
    [{ orderId: STOP_NUMBER }, true],
    [{ origClientOrderId: 'mine-stop' }, true],
    [{ orderId: '41', origClientOrderId: 'mine-stop' }, true],
    [{ orderId: STOP_NUMBER, origClientOrderId: 'mine-stop' }, true],
    [{ orderId: STOP_NUMBER, origClientOrderId: 'other-stop' }, false],
    [{ origClientOrderId: 'mine-stop-stop' }, false],
  ])('is judged of one with two legs by %j', (fields, isIt) => {
    expect(isNamed(oco, read(fields))).toBe(isIt)
  })

  it('takes a word that only looks like that of a stop leg', () => {
    const own = spotOrder({ clientOid: 'my-stop' })
    expect(isNamed(own, read({ origClientOrderId: 'my-stop' }))).toBe(true)
    expect(isStopLegNamed(own, read({ origClientOrderId: 'my-stop' }))).toBe(false)
  })

  it('is not where there is no order', () => {
    expect(isNamed(undefined, read({ orderId: '41' }))).toBe(false)
  })

  it.each([
    [{ orderId: '41' }, false],
    [{ origClientOrderId: 'mine' }, false],
    [{ orderId: STOP_NUMBER }, true],
    [{ origClientOrderId: 'mine-stop' }, true],
  ])('shows the stop leg for %j: %s', (fields, isStopLeg) => {
    expect(isStopLegNamed(oco, read(fields))).toBe(isStopLeg)
  })
})

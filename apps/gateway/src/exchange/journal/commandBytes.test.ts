import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCommandFlow } from '../../testing/exchangeCommandGenerator.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { SCHEMAS, WORDS } from './binaryWords.ts'
import { decodePayload, encodePayload } from './commandBytes.ts'
import { decodeRecord, encodeRecord, SHORT_HEADER_BYTES } from './record.ts'

/** What a replay reads of a command, by a whole record. */
function roundTrip(command: object): unknown {
  const bytes = encodeRecord({ seq: 9, durable: 7, payload: encodePayload(command) })
  const found = decodeRecord(bytes, 0)
  expect(found).toMatchObject({ record: { seq: 9, durable: 7 }, end: bytes.length })
  return decodePayload(found!.record.payload)
}
const asJson = (value: object) => JSON.parse(JSON.stringify(value)) as unknown
const hexOf = (command: object) => Buffer.from(encodePayload(command) as Uint8Array).toString('hex')

const ORDER = {
  kind: 'place',
  at: 1_764_374_400_123,
  userId: '1000000001',
  clientOid: '9f86d081884c7d65',
  digest: 'n4bQgYhMfWWaL-qgxVrQFa',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 6_512_345,
  lots: 4_200,
  budget: 0,
  makerPpm: 1_000,
  takerPpm: 1_000,
}

describe('the bytes of a command', () => {
  it('say the same as JSON for whatever JSON can say', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        expect(roundTrip(value)).toEqual(asJson(value))
      }),
      { examples: [[JSON.parse('{"__proto__":{"a":1},"b":"\\ud800"}') as Record<string, never>]] },
    )
  })

  it.each([
    { value: -0 },
    { value: 2 ** 53 },
    { value: -(2 ** 53 - 1) },
    { value: 0.1 },
    { value: ['0', '00', 'ff', 'fF', '', 'a-b_', 'ß', '0x'] },
    { value: Array.from({ length: 20 }, (_, at) => at * 40) },
    { value: { absent: undefined, present: null } },
  ])('say the same as JSON for $value', (command) =>
    expect(roundTrip(command)).toEqual(asJson(command)),
  )

  it.each([Number.NaN, Infinity])('are text where a command has %s', (value) =>
    expect(roundTrip({ kind: 'fire', at: value })).toEqual({ kind: 'fire', at: null }),
  )

  it('hold every field of a schema, of fewer and of more (CR0)', () => {
    for (const { kind, required, optional } of SCHEMAS) {
      const whole = Object.fromEntries(
        ['kind', 'at', ...required, ...optional].map((name, at) => [name, at]),
      )
      for (const change of [{}, { more: 1 }, ...optional.map((name) => ({ [name]: undefined }))]) {
        const command = { ...whole, kind, at: 5, ...change }
        expect(roundTrip(command)).toEqual(asJson(command))
      }
      for (const name of required) {
        const command = { ...whole, kind, at: 5, [name]: undefined, other: 1 }
        expect(roundTrip(command)).toEqual(asJson(command))
      }
    }
  })

  it('replay a flow of commands to the same effects (CR0)', () => {
    const [one, other] = [createExchange(SPOT_SYMBOLS), createExchange(SPOT_SYMBOLS)]
    const next = createCommandFlow(11)
    const sizes = { text: 0, bytes: 0 }
    for (let step = 0; step < 2_000; step++) {
      const command = next(one.state)
      const replayed = roundTrip(command) as typeof command
      expect(other.execute(replayed)).toEqual(one.execute(command))
      sizes.text += JSON.stringify(command).length
      sizes.bytes += encodePayload(command).length
    }
    expect(sizes.bytes * 2).toBeLessThan(sizes.text)
  })

  it('fit an order and a cancellation into 64 bytes each (scale 1)', () => {
    const sizeOf = (command: object) => encodePayload(command).length + SHORT_HEADER_BYTES
    const cancel = { kind: 'cancel', at: ORDER.at, orderId: 12_345_678 }
    expect(sizeOf(cancel)).toBeLessThanOrEqual(32)
    expect((sizeOf(ORDER) + sizeOf(cancel)) / 2).toBeLessThanOrEqual(64)
  })

  it('are those that journals have: no number ever changes (CR0)', () => {
    expect(new Set(WORDS).size).toBe(WORDS.length)
    expect(hexOf(ORDER)).toBe(
      '017bcce8cc9a0100070a100000000107109f86d081884c7d6508169f86d08188' +
        '4c7d659a2feaa0c55ad015a0ce888b8e9504d9bd8d0304e8202004e80704e807',
    )
    expect(hexOf({ kind: 'cancel', at: 1_764_374_400_123, orderId: 7 })).toBe('027bcce8cc9a0127')
    expect(
      hexOf({ kind: 'transfer', at: 1, askedBy: '12', asset: 'USDT', atoms: '150000000' }),
    ).toBe('000a05800808b6b6a7b1f7ab812108076ac91e741c80070212b3c4b407091500000000')
    expect(
      hexOf({
        kind: 'house',
        at: 1,
        rows: [
          ['ETHUSDT', 'm1-7', 'blg', 300_000, 12],
          ['x', 'y'],
        ],
      }),
    ).toBe('030100000000001215cf08049b5fbbbc04e0a7122c120801c40801c8')
    expect(WORDS.slice(0, 6).concat(WORDS.at(-1)!)).toEqual([
      'kind',
      'at',
      'userId',
      'realm',
      'live',
      'paper',
      'limitPrice',
    ])
    expect(SCHEMAS.map(({ kind }) => kind).join(' ')).toBe(
      'place cancel house paperPlace paperFill amend cancelAll fire trail prices futuresPlace ' +
        'futuresCancel',
    )
  })

  it('are refused where this version does not know them (CR0)', () => {
    const whole = Buffer.from(encodePayload(ORDER) as Uint8Array)
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from([250]),
      Buffer.from([0, 12]),
      Buffer.from([0, 11, 255, 255, 3]),
      whole.subarray(0, whole.length - 1),
      Buffer.concat([whole, Buffer.from([0])]),
    ])
      expect(() => decodePayload(bytes)).toThrow('cannot be read by this version')
  })
})

describe('a record of bytes', () => {
  it('is unreadable after the change of any one bit (CR0)', () => {
    const bytes = encodeRecord({ seq: 7, durable: 3, payload: encodePayload(ORDER) })
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = Buffer.from(bytes)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      expect(decodeRecord(damaged, 0)).toBeUndefined()
    }
  })

  it.each([
    [5, 5, 5],
    [5, 0, 0],
    [2 ** 40, 2 ** 40 - 100, 2 ** 40 - 100],
    [2 ** 40, 5, 0],
  ])('says of number %i, written after %i, that %i is durable', (seq, durable, said) => {
    const bytes = encodeRecord({ seq, durable, payload: Buffer.from('x') })
    expect(decodeRecord(bytes, 0)?.record).toMatchObject({ seq, durable: said })
  })
})

import fc from 'fast-check'
import { type SpotMarket, type SpotOrder } from '../spot/spotOrder.ts'

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { freq: 4, nil: null })
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { freq: 2, nil: undefined })
const scaled = (units: fc.Arbitrary<number>, places: number) =>
  units.map((value) => (value / 10 ** places).toFixed(places))
const oftener = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare })
/** Around 100 and mostly on the tick: whether a check bites is an even chance. */
export const near = oftener(
  scaled(fc.integer({ min: 850, max: 1150 }), 1),
  scaled(fc.integer({ min: 7000, max: 13_000 }), 2),
)
const size = oftener(
  scaled(fc.integer({ min: 5, max: 150 }), 2),
  scaled(fc.integer({ min: 0, max: 90_000 }), 5),
)
/** Tenths beyond 100 on the side where an exit of that kind belongs, now and then on the other. */
const beyond = oftener(fc.integer({ min: 0, max: 150 }), fc.integer({ min: -150, max: 0 }))
/** Per cent; now and then one that is too fine, too little or too much. */
const callback = oftener(
  scaled(fc.integer({ min: 10, max: 1000 }), 2),
  fc.oneof(
    scaled(fc.integer({ min: 0, max: 1100 }), 2),
    scaled(fc.integer({ min: 90, max: 10_100 }), 3),
  ),
)

export const ORDER_TYPES = [
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'oco',
  'trailing',
] as const
export type Typed = Pick<SpotOrder, 'orderType'>
/** With a limit price of its own. */
export const limited = ({ orderType }: Typed): boolean =>
  ['limit', 'stop_limit', 'oco'].includes(orderType)
/** Nothing but a trigger starts it, or one of its legs. */
export const triggered = ({ orderType }: Typed): boolean =>
  ['stop_limit', 'stop_market', 'oco'].includes(orderType)
/** Goes to the book at once and whole, so that exits can be attached to it. */
export const enters = ({ orderType }: Typed): boolean =>
  orderType === 'limit' || orderType === 'market'
export const quoted = (o: Pick<SpotOrder, 'side' | 'orderType' | 'sizeUnit'>): boolean =>
  (o.sizeUnit ?? (!limited(o) && o.side === 'buy' ? 'quote' : 'base')) === 'quote'

/** Fields that an order of another type has; each is out of place once in `ODD` orders. */
const ODD = 60
const STRAYS = [
  'price',
  'triggerPrice',
  'stopPrice',
  'callbackRate',
  'takeProfitTriggerPrice',
  'takeProfitPrice',
  'stopLossTriggerPrice',
  'stopLossPrice',
] as const

/** Mostly with the fields of its type, now and then with one too many or too few. */
export const order: fc.Arbitrary<SpotOrder> = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    orderType: fc.constantFrom(...ORDER_TYPES),
    size,
    sizeUnit: oftener(fc.constantFrom(undefined, 'base'), fc.constant('quote')),
    triggerBy: fc.constantFrom(undefined, 'last', 'mark'),
    timeInForce: oftener(
      fc.constantFrom(undefined, 'gtc', 'gtc', 'ioc', 'fok'),
      fc.constant('post_only'),
    ),
    price: near,
    triggerPrice: near,
    callbackRate: callback,
    // A trailing order's activation, and what hangs on an order by choice.
    activation: optional(near),
    stopPrice: optional(near),
    takeProfit: optional(beyond),
    takeProfitPrice: optional(near),
    stopLoss: optional(beyond),
    stopLossPrice: optional(near),
    odd: fc.integer({ min: 0, max: ODD - 1 }),
    stray: near,
  })
  .map(({ odd, stray, activation, takeProfit, stopLoss, ...all }): SpotOrder => {
    const { side, orderType, sizeUnit, triggerBy, timeInForce } = all
    const isEntry = enters(all)
    const exit = (tenths: number | undefined, way: 1 | -1) =>
      tenths === undefined
        ? undefined
        : (100 + ((side === 'buy' ? way : -way) * tenths) / 10).toFixed(1)
    const fitting: SpotOrder = {
      side,
      orderType,
      sizeUnit,
      triggerBy,
      timeInForce:
        orderType === 'oco' && timeInForce !== 'post_only' && odd > 1 ? undefined : timeInForce,
      // A budget: a hundred times what buys that much.
      size: quoted(all) ? `${all.size.replace('.', '')}.00` : all.size,
      price: limited(all) ? all.price : undefined,
      triggerPrice: triggered(all)
        ? all.triggerPrice
        : orderType === 'trailing'
          ? activation
          : undefined,
      stopPrice: orderType === 'oco' ? all.stopPrice : undefined,
      callbackRate: orderType === 'trailing' ? all.callbackRate : undefined,
      takeProfitTriggerPrice: isEntry ? exit(takeProfit, 1) : undefined,
      takeProfitPrice: isEntry && takeProfit !== undefined ? all.takeProfitPrice : undefined,
      stopLossTriggerPrice: isEntry ? exit(stopLoss, -1) : undefined,
      stopLossPrice: isEntry && stopLoss !== undefined ? all.stopLossPrice : undefined,
    }
    const field = STRAYS[odd]
    return field === undefined
      ? fitting
      : { ...fitting, [field]: fitting[field] === undefined ? stray : undefined }
  })

export const market: fc.Arbitrary<SpotMarket> = fc.record({
  symbol: fc.record({
    tickSize: fc.constantFrom('0.01', '0.02', '0.05'),
    stepSize: fc.constantFrom('0.001', '0.002', '0.00001'),
    minNotional: fc.constantFrom('5', '20.5'),
  }),
  lastPrice: maybe(near),
  markPrice: fc.oneof(
    { weight: 3, arbitrary: maybe(near) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  bestBid: maybe(near),
  bestAsk: maybe(near),
  available: fc.option(
    fc.record({ base: size, quote: scaled(fc.integer({ min: 0, max: 300 }), 0) }),
    { freq: 3, nil: undefined },
  ),
  protection: fc.constantFrom(undefined, { limitBand: '0.1', marketBand: '0.02' }),
})

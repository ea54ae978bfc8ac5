import { describe, expect, it } from 'vitest'
import { LIQUIDATION } from '../../testing/futuresFixtures.ts'
import { type LiquidationInputs, recomputed } from './recomputed.ts'

/** The worked example without orders, so that the positions are all that counts. */
const { exposures, ...inputs } = LIQUIDATION.inputs
const usdt = { marginCoin: 'USDT' }

/** The inputs with other figures of their only position. */
const withPosition = (
  more: Partial<LiquidationInputs['positions'][number]>,
  others: Partial<LiquidationInputs> = {},
): LiquidationInputs => ({
  ...inputs,
  ...others,
  positions: inputs.positions.map((position) => ({ ...position, ...more })),
})

describe('a liquidation recomputed from its inputs (futures 3)', () => {
  it('finds the worked example of the design, to the atom', () => {
    expect(recomputed(inputs, usdt)).toEqual({
      equity: '281.90000000',
      requirement: '281.97864000',
      isEqual: true,
    })
  })

  it('finds the same by the exposures of the exchange', () => {
    expect(recomputed({ ...inputs, exposures }, usdt).isEqual).toBe(true)
  })

  it.each([
    ['equity', { equity: '281.90000001' }],
    ['requirement', { requirement: '281.97863999' }],
    ['wallet', { walletBalance: '1000.00000001' }],
  ])('finds another %s by an atom', (_what, more) => {
    expect(recomputed({ ...inputs, ...more }, usdt).isEqual).toBe(false)
  })

  it.each([
    ['mark', { markPrice: '59282.0' }],
    ['size', { size: '0.999' }],
    ['cost', { cost: '59999.99999999' }],
    ['settled', { settled: '0.00000001' }],
    ['rate', { maintenanceRate: '0.0051' }],
    ['amount', { maintenanceAmount: '50.00000001' }],
    ['fee rate', { takerFeeRate: '0.0005' }],
    ['side', { positionSide: 2 as const }],
  ])('finds another %s of the position', (_what, more) => {
    expect(recomputed(withPosition(more), usdt).isEqual).toBe(false)
  })

  it('reads the cost of a short without its sign', () => {
    const short = withPosition(
      { positionSide: 2, cost: '-60000', markPrice: '60700.0' },
      { equity: '300', requirement: '289.92' },
    )
    expect(recomputed(short, usdt)).toEqual({
      equity: '300.00000000',
      requirement: '289.92000000',
      isEqual: true,
    })
  })

  it('counts what is settled once', () => {
    const settled = withPosition(
      { settled: '-100' },
      { walletBalance: '900', equity: '281.9', requirement: '281.97864' },
    )
    expect(recomputed(settled, usdt)).toMatchObject({ equity: '281.90000000', isEqual: true })
  })

  it('counts open orders by the exposure', () => {
    const exposed = {
      ...inputs,
      exposures: [{ symbol: 'BTCUSDT', exposure: '69281.9' }],
      requirement: '337.97864',
    }
    expect(recomputed(exposed, usdt)).toMatchObject({
      requirement: '337.97864000',
      isEqual: true,
    })
  })

  it('rounds the requirement up at eight decimals', () => {
    const exposed = {
      ...inputs,
      exposures: [{ symbol: 'BTCUSDT', exposure: '59281.900001' }],
    }
    expect(recomputed(exposed, usdt).requirement).toBe('281.97864001')
  })

  it('adds up contracts', () => {
    const [btc] = inputs.positions
    const eth = {
      symbol: 'ETHUSDT',
      positionSide: 2 as const,
      size: '2',
      cost: '6000',
      settled: '0',
      markPrice: '3100',
      maintenanceRate: '0.004',
      maintenanceAmount: '0',
      takerFeeRate: '0.0006',
    }
    const both = { ...inputs, positions: btc ? [btc, eth] : [] }
    expect(recomputed(both, usdt)).toMatchObject({
      equity: '81.90000000',
      requirement: '310.49864000',
    })
  })

  it('is in coin where the contract is inverse', () => {
    const inverse: LiquidationInputs = {
      walletBalance: '0.001',
      positions: [
        {
          symbol: 'BTCUSD',
          positionSide: 1,
          size: '1000',
          cost: '0.02',
          settled: '0',
          markPrice: '40000',
          maintenanceRate: '0.004',
          maintenanceAmount: '0',
          takerFeeRate: '0.0006',
        },
      ],
      equity: '-0.004',
      requirement: '0.000115',
    }
    expect(recomputed(inverse, { marginCoin: 'BTC' })).toEqual({
      equity: '-0.00400000',
      requirement: '0.00011500',
      isEqual: true,
    })
  })
})

import { describe, expect, it } from 'vitest'
import { COIN_LIQUIDATION, LIQUIDATION } from '../../testing/futuresFixtures.ts'
import { type LiquidationInputs, recomputed } from './recomputed.ts'

const { inputs } = LIQUIDATION
const { inputs: coin } = COIN_LIQUIDATION

/** The inputs with other figures of their only position. */
const withPosition = (
  more: Partial<LiquidationInputs['positions'][number]>,
  others: Partial<LiquidationInputs> = {},
): LiquidationInputs => ({
  ...inputs,
  ...others,
  positions: inputs.positions.map((position) => ({ ...position, ...more })),
})

/** The inputs with other figures of what their only contract asks. */
const withExposure = (
  more: Partial<LiquidationInputs['exposures'][number]>,
): LiquidationInputs => ({
  ...inputs,
  exposures: inputs.exposures.map((exposure) => ({ ...exposure, ...more })),
})

describe('a liquidation recomputed from its inputs (futures 3)', () => {
  it('finds the worked example of the design, to the atom', () => {
    expect(recomputed(inputs)).toEqual({
      equity: '281.90000000',
      requirement: '281.97864000',
      isEqual: true,
    })
  })

  it.each([
    ['equity', { equity: '281.90000001' }],
    ['requirement', { requirement: '281.97863999' }],
    ['wallet', { walletBalance: '1000.00000001' }],
  ])('finds another %s by an atom', (_what, more) => {
    expect(recomputed({ ...inputs, ...more }).isEqual).toBe(false)
  })

  it.each([
    ['mark', { markPrice: '59282.0' }],
    ['size', { size: '0.999' }],
    ['cost', { cost: '59999.99999999' }],
    ['settled', { settled: '0.00000001' }],
    ['side', { positionSide: 2 as const }],
  ])('finds another %s of the position', (_what, more) => {
    expect(recomputed(withPosition(more)).isEqual).toBe(false)
  })

  it.each([
    ['exposure', { exposure: '59281.91' }],
    ['rate', { maintenanceRate: '0.0051' }],
    ['amount', { maintenanceAmount: '50.00000001' }],
    ['fee rate', { takerFeeRate: '0.0005' }],
  ])('finds another %s of the contract', (_what, more) => {
    expect(recomputed(withExposure(more)).isEqual).toBe(false)
  })

  it('reads the rates of a record from before the exposures had them', () => {
    const exposures = inputs.exposures.map(({ symbol, exposure }) => ({ symbol, exposure }))
    expect(recomputed({ ...inputs, exposures }).isEqual).toBe(true)
  })

  it('finds no requirement of such orders only, and none in coin', () => {
    const orders = { symbol: 'ETHUSDT', exposure: '2900' }
    const more = { ...inputs, exposures: [...inputs.exposures, orders] }
    expect(recomputed(more)).toMatchObject({ requirement: null, isEqual: null })
    expect(recomputed({ ...more, equity: '1' }).isEqual).toBe(false)
    const exposures = [{ symbol: 'BTCUSD', exposure: '2.5' }]
    expect(recomputed({ ...coin, exposures })).toMatchObject({ requirement: null, isEqual: null })
  })

  it('reads the cost of a short without its sign', () => {
    const short = withPosition(
      { positionSide: 2, cost: '-60000', markPrice: '60700.0' },
      { ...withExposure({ exposure: '60700' }), equity: '300', requirement: '289.92' },
    )
    expect(recomputed(short)).toEqual({
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
    expect(recomputed(settled)).toMatchObject({ equity: '281.90000000', isEqual: true })
  })

  it('counts open orders by the exposure', () => {
    const exposed = { ...withExposure({ exposure: '69281.9' }), requirement: '337.97864' }
    expect(recomputed(exposed)).toMatchObject({
      requirement: '337.97864000',
      isEqual: true,
    })
  })

  it('rounds the requirement up at eight decimals', () => {
    const exposed = withExposure({ exposure: '59281.900001' })
    expect(recomputed(exposed).requirement).toBe('281.97864001')
  })

  it('adds up contracts', () => {
    const rates = { maintenanceRate: '0.004', maintenanceAmount: '0', takerFeeRate: '0.0006' }
    const eth = {
      symbol: 'ETHUSDT',
      positionSide: 2 as const,
      size: '2',
      contractValue: null,
      cost: '-6000',
      settled: '0',
      markPrice: '3100',
      ...rates,
    }
    const both = {
      ...inputs,
      positions: [...inputs.positions, eth],
      exposures: [...inputs.exposures, { symbol: 'ETHUSDT', exposure: '6200', ...rates }],
    }
    expect(recomputed(both)).toMatchObject({
      equity: '81.90000000',
      requirement: '310.49864000',
    })
  })

  it('is in coin where the contract is inverse', () => {
    expect(recomputed(coin)).toEqual({
      equity: '0.00665572',
      requirement: '0.00700464',
      isEqual: true,
    })
  })

  it('rounds up what a position is worth in coin', () => {
    const short = coin.positions.map((position) => ({
      ...position,
      positionSide: 2 as const,
      cost: '1.5',
      markPrice: '60937.1',
    }))
    // 90,000 / 60,937.1 = 1.476932771...
    expect(recomputed({ ...coin, positions: short }).equity).toBe('0.00633581')
  })
})

import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { describeWallet } from './walletMetrics.ts'

it('shows networks that stand and withdrawals that wait', () => {
  const metrics = createMetrics()
  const network = (id: string, { pause, chain, height }: Record<string, unknown>) => ({
    network: { id },
    chain: () => chain as object | undefined,
    pause: () => pause as object | undefined,
    height: () => height as number | undefined,
  })
  const states: { state: string }[] = []
  describeWallet(metrics, {
    networks: [network('a', { chain: {}, height: 7 }), network('b', { pause: {} })],
    open: () => states,
  })
  const samples = () =>
    metrics
      .text()
      .split('\n')
      .filter((line) => line.startsWith('gateway'))
  expect(samples()).toEqual([
    'gateway_network_paused{network="a"} 0',
    'gateway_network_paused{network="b"} 1',
    'gateway_network_reachable{network="a"} 1',
    'gateway_network_reachable{network="b"} 0',
    'gateway_network_height{network="a"} 7',
  ])
  states.push({ state: 'review' }, { state: 'approved' }, { state: 'review' })
  expect(samples().slice(5)).toEqual([
    'gateway_withdrawals{state="review"} 2',
    'gateway_withdrawals{state="approved"} 1',
  ])
})

import type { Metrics } from './metrics.ts'

interface WatchedNetwork {
  readonly network: { readonly id: string }
  chain(): object | undefined
  pause(): object | undefined
  height(): number | undefined
}

/** What operators of a wallet are called for: networks that stand, withdrawals that wait. */
export function describeWallet(
  metrics: Pick<Metrics, 'gauge'>,
  {
    networks,
    open,
  }: {
    readonly networks: readonly WatchedNetwork[]
    /** Withdrawals that are not over. */
    readonly open: () => Iterable<{ readonly state: string }>
  },
): void {
  const each = (read: (one: WatchedNetwork) => number | undefined) => () =>
    networks.flatMap((one) => {
      const value = read(one)
      return value === undefined ? [] : [{ labels: { network: one.network.id }, value }]
    })
  metrics.gauge(
    'gateway_network_paused',
    'Whether nothing is credited and paid over a network: coins and ledger differ, or an operator.',
    each((one) => Number(one.pause() !== undefined)),
  )
  metrics.gauge(
    'gateway_network_reachable',
    'Whether the node of a network answers.',
    each((one) => Number(one.chain() !== undefined)),
  )
  metrics.gauge(
    'gateway_network_height',
    'The block of a network that was read last.',
    each((one) => one.height()),
  )
  metrics.gauge('gateway_withdrawals', 'Withdrawals that are not over, by state.', () => {
    const counts = new Map<string, number>()
    for (const { state } of open()) counts.set(state, (counts.get(state) ?? 0) + 1)
    return [...counts].map(([state, value]) => ({ labels: { state }, value }))
  })
}
